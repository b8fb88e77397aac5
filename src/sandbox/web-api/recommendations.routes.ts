import type { Artist, Track } from '../catalogue/catalogue.types';
import { Random } from '../random';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';
import { checkedId } from './query';
import { distanceToTargets, parseTunables, withinBounds } from './tunables';

const MOST_SEEDS = 5;

interface Seed {
  type: 'ARTIST' | 'TRACK' | 'GENRE';
  id: string;
  href: string | null;
  genres: readonly string[];
}

export const RECOMMENDATION_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/recommendations',
    scopes: [],
    closed: { since: '2024', status: 404 },
    handle: recommendations,
  },
];

/** Tracks of the seeds' genres that keep within the bounds asked for, those nearest to the targets first. */
function recommendations(call: ApiCall): unknown {
  const limit = call.query.integer('limit', { min: 1, max: 100 }, 20);
  const seeds = seedsOf(call);
  if (seeds.length === 0 || seeds.length > MOST_SEEDS) throw new ApiError(400, 'Between 1 and 5 seeds are needed');
  const tunables = parseTunables(call.query);
  const pools = seeds.map((seed) => poolOf(call, seed));
  const kept = pools.map((pool) => pool.filter((track) => withinBounds(track, tunables)));
  const order = new Random('recommendations', ...seeds.map(({ id }) => id));
  const tracks = order
    .shuffled([...new Set(kept.flat())])
    .sort((left, right) => distanceToTargets(left, tunables) - distanceToTargets(right, tunables))
    .slice(0, limit);
  return {
    seeds: seeds.map(({ type, id, href }, index) => ({
      initialPoolSize: pools[index]?.length ?? 0,
      afterFilteringSize: kept[index]?.length ?? 0,
      afterRelinkingSize: kept[index]?.length ?? 0,
      id,
      type,
      href,
    })),
    tracks: tracks.map((track) => call.shapes.track(track)),
  };
}

function seedsOf({ query, world, shapes }: ApiCall): Seed[] {
  const { artistById, trackById } = world.listening.catalogue;
  const list = (name: string) => (query.text(name) ?? '').split(',').filter((part) => part !== '');
  return [
    ...list('seed_artists').map((id): Seed => {
      const artist = artistById.get(checkedId(id));
      return { type: 'ARTIST', id, href: shapes.apiUrl(`/v1/artists/${id}`), genres: artist?.genres ?? [] };
    }),
    ...list('seed_tracks').map((id): Seed => {
      const artist = trackById.get(checkedId(id))?.artists[0];
      return { type: 'TRACK', id, href: shapes.apiUrl(`/v1/tracks/${id}`), genres: artist?.genres ?? [] };
    }),
    ...list('seed_genres').map((genre): Seed => ({ type: 'GENRE', id: genre, href: null, genres: [genre] })),
  ];
}

function poolOf({ world }: ApiCall, seed: Seed): Track[] {
  const akin = (artist: Artist) => artist.genres.some((genre) => seed.genres.includes(genre));
  return world.listening.catalogue.artists
    .filter(akin)
    .flatMap((artist) => artist.tracks)
    .filter((track) => track.id !== seed.id);
}
