import { Injectable } from '@nestjs/common';
import { areRequestsFrequent } from '../../common/own-turn';
import { Settings } from '../../config/settings';
import { isOwnEngine } from '../../local-services/local-services';

/**
 * The embedded engine works on one write at a time, and puts those that have come together on the disk together: the more
 * there are of them, the fewer pages it writes twice.
 */
const OWN_ENGINE = { alone: 6, besideReaders: 2 };
/** A server works on several at once, which share its processors: more of them end no sooner, and keep readers waiting. */
const SERVER = { alone: 2, besideReaders: 1 };

/** How many batches of plays may be on their way to the database. */
@Injectable()
export class BatchLimit {
  private readonly limit: typeof SERVER;

  constructor({ mongodbUri }: Settings) {
    this.limit = isOwnEngine(mongodbUri) ? OWN_ENGINE : SERVER;
  }

  /** It changes from one moment to the next. */
  now(): number {
    return areRequestsFrequent() ? this.limit.besideReaders : this.limit.alone;
  }
}
