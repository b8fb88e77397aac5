import type { Album, Track } from '../catalogue/catalogue.types';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { firstPage, page } from './paging';
import { checkedId } from './query';

/** Most ids that one batch may name. */
const MOST = { tracks: 50, artists: 50, albums: 20, audioFeatures: 100 };

const BATCH_READS_CLOSED = { since: '2026', status: 403 } as const;
const AUDIO_FEATURES_CLOSED = { since: '2024', status: 403 } as const;

export const CATALOGUE_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/tracks/:id', scopes: [], handle: (call) => found(track(call, checkedId(call.params.id))) },
  {
    method: 'GET',
    path: '/tracks',
    scopes: [],
    closed: BATCH_READS_CLOSED,
    handle: (call) => ({ tracks: call.query.ids(MOST.tracks).map((id) => track(call, id)) }),
  },
  { method: 'GET', path: '/artists/:id', scopes: [], handle: (call) => found(artist(call, checkedId(call.params.id))) },
  {
    method: 'GET',
    path: '/artists',
    scopes: [],
    closed: BATCH_READS_CLOSED,
    handle: (call) => ({ artists: call.query.ids(MOST.artists).map((id) => artist(call, id)) }),
  },
  { method: 'GET', path: '/albums/:id', scopes: [], handle: (call) => found(album(call, checkedId(call.params.id))) },
  { method: 'GET', path: '/albums/:id/tracks', scopes: [], handle: albumTracks },
  {
    method: 'GET',
    path: '/albums',
    scopes: [],
    closed: BATCH_READS_CLOSED,
    handle: (call) => ({ albums: call.query.ids(MOST.albums).map((id) => album(call, id)) }),
  },
  {
    method: 'GET',
    path: '/audio-features/:id',
    scopes: [],
    closed: AUDIO_FEATURES_CLOSED,
    handle: (call) => found(audioFeatures(call, checkedId(call.params.id))),
  },
  {
    method: 'GET',
    path: '/audio-features',
    scopes: [],
    closed: AUDIO_FEATURES_CLOSED,
    handle: (call) => ({ audio_features: call.query.ids(MOST.audioFeatures).map((id) => audioFeatures(call, id)) }),
  },
];

function found<Shape>(shape: Shape | null): Shape {
  if (shape === null) throw new ApiError(404, 'Resource not found');
  return shape;
}

/** A track by its id, or by a withdrawn id in whose place another track is played. */
function track({ world, shapes }: ApiCall, id: string) {
  const { trackById, relinked } = world.listening.catalogue;
  const known = trackById.get(id);
  if (known) return shapes.track(known);
  const replacement = relinked.get(id);
  return replacement ? shapes.track(replacement, id) : null;
}

function artist({ world, shapes }: ApiCall, id: string) {
  const known = world.listening.catalogue.artistById.get(id);
  return known ? shapes.artist(known) : null;
}

function album(call: ApiCall, id: string) {
  const known = call.world.listening.catalogue.albumById.get(id);
  return known ? albumShape(call, known) : null;
}

/** A whole album with the first page of its tracks. */
export function albumShape(call: ApiCall, known: Album) {
  const shape = (item: Track) => call.shapes.simpleTrack(item);
  return call.shapes.album(known, firstPage(call, `/v1/albums/${known.id}/tracks`, known.tracks, shape));
}

function albumTracks(call: ApiCall) {
  const known = call.world.listening.catalogue.albumById.get(checkedId(call.params.id));
  if (!known) throw new ApiError(404, 'Resource not found');
  return page(call, known.tracks, (item) => call.shapes.simpleTrack(item));
}

function audioFeatures({ world, shapes }: ApiCall, id: string) {
  const known = world.listening.catalogue.trackById.get(id);
  return known ? shapes.audioFeatures(known) : null;
}
