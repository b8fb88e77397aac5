import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { SESSION_COOKIE } from '../auth/session.service';
import { SERVICE_VERSION } from '../health/version';

/** The API's own description, made from the code: a page at /api/docs, the document at /api/openapi.json. */
export function describeApi(app: NestFastifyApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Playledger')
    .setDescription('Your whole listening history, and what is in it.')
    .setVersion(SERVICE_VERSION)
    .addCookieAuth(SESSION_COOKIE)
    .addBearerAuth()
    .build();
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'api/openapi.json',
  });
}
