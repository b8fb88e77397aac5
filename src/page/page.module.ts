import { join } from 'node:path';
import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { Settings } from '../config/settings';
import { PageController } from './page.controller';

/**
 * Plain files without a build step, beside this one in the sources as in dist. Their names carry no hash, so browsers
 * ask about each at every visit (`max-age=0` and an ETag, the defaults): scripts of two releases must not meet in one page.
 */
const ASSETS = join(__dirname, 'assets');

/** The page that people meet: a few static files over the public API. */
@Module({ controllers: [PageController] })
export class PageModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly settings: Settings,
  ) {}

  async onModuleInit(): Promise<void> {
    // A worker has no HTTP server to serve them with.
    if (this.settings.servesHttp) await this.host.httpAdapter.useStaticAssets({ root: ASSETS, prefix: '/assets/' });
  }
}
