import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformScript, ScriptedPlaylist, ScriptedTrack } from './script';

type Query = FastifyRequest<{ Querystring: Record<string, string> }>;
type ById = FastifyRequest<{ Params: { id: string } }>;

/**
 * The part of the Web API that a sync and the catalogue use, for an app that may make batch reads and finds the entries
 * of playlists under `/tracks`. What is not here is 404, as an endpoint that is closed to the app.
 */
export function webApiRoutes(app: FastifyInstance, script: () => PlatformScript): void {
  const tracks = (): readonly ScriptedTrack[] => script().tracks ?? [];
  const playlists = (): readonly ScriptedPlaylist[] => script().playlists ?? [];

  app.get('/v1/me', (request) => {
    const name = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    return { id: name, display_name: name, type: 'user' };
  });
  app.get('/v1/me/player/recently-played', () => ({ items: script().feed ?? [], next: null, cursors: null }));
  app.get('/v1/me/top/:kind', () => pageOf([]));
  app.get('/v1/me/playlists', () => pageOf(playlists().map(toListed)));
  app.get('/v1/playlists/:id/tracks', (request: ById, reply) => {
    const playlist = playlists().find(({ id }) => id === request.params.id);
    if (playlist === undefined) return failure(reply, 404, 'Resource not found');
    if (playlist.status !== 200) return failure(reply, playlist.status, 'Forbidden');
    return pageOf(playlist.tracks.map(toEntry));
  });

  app.get('/v1/tracks', (request: Query) => ({
    tracks: idsOf(request).map((asked) => tracks().find(({ id }) => id === asked) ?? null),
  }));
  app.get('/v1/artists', (request: Query) => ({ artists: idsOf(request).map(() => null) }));
  app.get('/v1/albums', (request: Query) => ({ albums: idsOf(request).map(() => null) }));
  app.get('/v1/audio-features', (request: Query) => ({ audio_features: idsOf(request).map(() => null) }));
  app.get('/v1/search', (request: Query) => {
    const words = folded(request.query.q ?? '');
    const isMeant = ({ name, artists }: ScriptedTrack): boolean =>
      words.includes(folded(name)) && artists.some((artist) => words.includes(folded(artist.name)));
    return { tracks: pageOf(tracks().filter(isMeant)) };
  });
}

function idsOf({ query }: Query): string[] {
  return (query.ids ?? '').split(',').filter((id) => id !== '');
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function pageOf(items: readonly unknown[]): object {
  return { items, total: items.length, limit: items.length, offset: 0, next: null, previous: null };
}

function toListed({ id, name, tracks }: ScriptedPlaylist): object {
  return { id, name, type: 'playlist', snapshot_id: `${id}-1`, tracks: { total: tracks.length } };
}

function toEntry({ id, name, artist, album, duration }: ScriptedPlaylist['tracks'][number]): object {
  const track = { id, name, type: 'track', duration_ms: duration, artists: [{ name: artist }], album: { name: album } };
  return { added_at: '2020-01-01T00:00:00Z', track };
}

function failure(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: { status, message } });
}
