import type { EpisodePlay } from '../listeners/listener.types';
import type { Shapes } from './shapes';

const PUBLISHER = 'Sandbox Radio';

/** The JSON object of an episode of a podcast, with its show. */
export function episodeShape(shapes: Shapes, { episode, show, startedAt }: EpisodePlay) {
  const { id, name, durationMs } = episode;
  const both = {
    description: '',
    html_description: '',
    explicit: false,
    images: shapes.images('show', show.id),
    is_externally_hosted: false,
    languages: ['en'],
  };
  return {
    ...shapes.identity('episode', id),
    ...both,
    audio_preview_url: null,
    duration_ms: durationMs,
    is_playable: true,
    name,
    release_date: new Date(startedAt).toISOString().slice(0, 10),
    release_date_precision: 'day',
    show: {
      ...shapes.identity('show', show.id),
      ...both,
      available_markets: [],
      copyrights: [],
      media_type: 'audio',
      name: show.name,
      publisher: PUBLISHER,
      total_episodes: 500,
    },
  };
}
