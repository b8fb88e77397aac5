// Declares reply.sendFile.
import '@fastify/static';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../common/authentication';

/** The one page: at the front door, and where a sign-in ends. Its scripts tell the two apart. */
@Public()
@ApiExcludeController()
@Controller()
export class PageController {
  @Get(['/', 'auth/callback'])
  page(@Res() reply: FastifyReply): void {
    void reply.sendFile('index.html');
  }
}
