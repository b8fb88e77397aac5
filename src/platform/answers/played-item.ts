import { firstImageUrlOf, type JsonObject, optionalTextOf } from '../answer-reader';
import { artistReferencesOf } from './common';
import { isObject, optionalCountOf, optionalObjectOf } from './fields';

/** What a player can play: a track, a file of the user's own, or an episode of a podcast. */
export interface PlayedItem {
  /** "" for a file of the user's own. */
  platformId: string;
  name: string;
  /** The primary artist; of an episode, who publishes it. */
  artistName: string;
  /** The album; of an episode, its show. */
  collectionName: string;
  imageUrl: string;
  durationMs: number;
}

/** Null for what is no object, as the platform answers for an advertisement. */
export function readPlayedItem(value: unknown): PlayedItem | null {
  if (!isObject(value)) return null;
  const isEpisode = value.type === 'episode';
  const collection = optionalObjectOf(value, isEpisode ? 'show' : 'album');
  return {
    platformId: optionalTextOf(value, 'id'),
    name: optionalTextOf(value, 'name'),
    artistName: isEpisode ? optionalTextOf(collection, 'publisher') : (artistReferencesOf(value)[0]?.name ?? ''),
    collectionName: optionalTextOf(collection, 'name'),
    imageUrl: imageUrlOf(value, collection),
    durationMs: optionalCountOf(value, 'duration_ms'),
  };
}

/** An episode may have a picture of its own. */
function imageUrlOf(item: JsonObject, collection: JsonObject): string {
  return firstImageUrlOf(item) || firstImageUrlOf(collection);
}
