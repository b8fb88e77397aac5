import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../config/settings';
import { exposureWarnings } from './exposure';

/** Tells in the start log of a service at a public address which doors stand open. */
@Injectable()
export class ExposureWarning implements OnApplicationBootstrap {
  private readonly logger = new Logger('Security');

  constructor(private readonly settings: Settings) {}

  onApplicationBootstrap(): void {
    if (!this.settings.servesHttp) return;
    for (const warning of exposureWarnings(this.settings)) this.logger.warn(warning);
  }
}
