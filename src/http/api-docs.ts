import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SESSION_COOKIE } from '../auth/session.service';
import { ErrorResponse, InvalidRequestResponse } from '../common/openapi';
import { SERVICE_VERSION } from '../health/version';
import { addCommonAnswers } from './common-answers';

const DESCRIPTION = `Your whole listening history, and what is in it.

Date-times are UTC. Days and hours in figures are those of the user's time zone. Unknown query parameters and body fields
are ignored, and so is a trailing slash of a path. A session is the cookie that a login sets, or the same token as a Bearer
token; the cookie comes first.`;

const TAGS = {
  health: 'Whether the service runs',
  auth: 'Login, session and logout',
  users: 'Your own record and preferences',
  analytics: 'Figures over your listening',
  explore: 'Any question about your own plays',
  history: 'Every play, and loading exports',
  tracks: 'Tracks, and those you play most',
  artists: 'Artists, and those you play most',
  albums: 'The albums you play most',
  genres: 'The genres you listen to',
  playlists: 'Your playlists',
  player: 'What plays now, and its controls',
  browse: 'What the platform recommends to everybody',
  library: 'What you follow and have saved',
  recommendations: 'Tracks that go with what you play',
  'sync-jobs': 'Jobs in the background: syncs, imports, roll-ups',
  'api-logs': 'The calls that the service makes',
  platform: 'What the platform lets this app do',
};

/** The API's own description, made from the code: a page at /api/docs, the document at /api/openapi.json. */
export function describeApi(app: NestFastifyApplication): void {
  SwaggerModule.setup('api/docs', app, () => documentOf(app), {
    jsonDocumentUrl: 'api/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Playledger API',
  });
}

function documentOf(app: NestFastifyApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Playledger')
    .setDescription(DESCRIPTION)
    .setVersion(SERVICE_VERSION)
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addCookieAuth(SESSION_COOKIE, undefined, 'cookie')
    .addBearerAuth(undefined, 'bearer')
    // One of the two, for every operation that is not public.
    .addSecurityRequirements('cookie')
    .addSecurityRequirements('bearer');
  for (const [tag, description] of Object.entries(TAGS)) builder.addTag(tag, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    autoTagControllers: false,
    operationIdFactory,
    extraModels: [ErrorResponse, InvalidRequestResponse],
  });
  addCommonAnswers(document);
  return document;
}

/** `TopListsController.tracks` is `topListsTracks`; what its controller is named after already is not named twice. */
function operationIdFactory(controller: string, method: string): string {
  const subject = controller.replace(/Controller$/, '').replace(/^./, (letter) => letter.toLowerCase());
  if (subject.toLowerCase().endsWith(method.toLowerCase())) return subject;
  return subject + method.replace(/^./, (letter) => letter.toUpperCase());
}
