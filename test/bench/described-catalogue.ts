import type { Collection, Db, ObjectId } from 'mongodb';
import { refusedAsDuplicates } from '../../src/database/duplicate-key';

const GENRES = 60;
const GENRES_AN_ARTIST = 3;
const BATCH = 2_000;

/**
 * Gives tracks and artists that are known from export files alone what the platform tells of them, so that genres, sounds
 * and pictures are part of what is measured.
 */
export async function describeCatalogue(db: Db): Promise<void> {
  await describe(db.collection('artists'), (index, { platform_id }) => ({
    platform_id: toldId(platform_id),
    genres: Array.from({ length: GENRES_AN_ARTIST }, (_, turn) => `genre ${(index * 7 + turn * 13) % GENRES}`),
    images: [{ url: imageUrl('artist', index), height: 640, width: 640 }],
    popularity: index % 101,
    followers: index * 31,
  }));
  await describe(db.collection('albums'), (index, { platform_id }) => ({
    platform_id: toldId(platform_id),
    images: [{ url: imageUrl('album', index), height: 640, width: 640 }],
    release_date: `${1970 + (index % 50)}-06-01`,
    album_type: 'album',
    total_tracks: 10,
  }));
  await describe(db.collection('tracks'), (index, { artists = [], album }) => ({
    artists: artists.map((artist) => ({ ...artist, platform_id: toldId(artist.platform_id) })),
    album: album ? { ...album, platform_id: toldId(album.platform_id) } : null,
    duration_ms: 180_000 + (index % 1_000) * 100,
    popularity: index % 101,
    audio_features: audioFeatures(index),
  }));
  const state = db.collection<{ _id: string }>('catalogue_state');
  await state.updateOne(
    { _id: 'catalogue' },
    { $inc: { features_revision: 1, identities_revision: 1 } },
    { upsert: true },
  );
}

interface Stub {
  _id: ObjectId;
  platform_id: string;
  artists?: { platform_id: string }[];
  album?: { platform_id: string } | null;
}

/** An id as the platform gives it, in the place of one that was made of names. */
function toldId(id: string): string {
  return id.replace('name:', '');
}

async function describe(records: Collection, told: (index: number, stub: Stub) => object): Promise<void> {
  const stubs = await records
    .find<Stub>({ stub: true }, { projection: { platform_id: 1, artists: 1, album: 1 } })
    .toArray();
  for (let from = 0; from < stubs.length; from += BATCH) {
    const updates = stubs.slice(from, from + BATCH).map((stub, offset) => ({
      updateOne: { filter: { _id: stub._id }, update: { $set: { ...told(from + offset, stub), stub: false } } },
    }));
    try {
      await records.bulkWrite(updates, { ordered: false });
    } catch (error) {
      // What a former import has named is told already, and its stub stays.
      if (refusedAsDuplicates(error) === null) throw error;
    }
  }
}

const imageUrl = (kind: string, index: number): string => `https://images.example/${kind}/${index}/640.jpg`;

function audioFeatures(index: number): Record<string, number> {
  const share = (step: number): number => ((index * step) % 1_000) / 1_000;
  return {
    danceability: share(7),
    energy: share(11),
    key: index % 12,
    loudness: -share(13) * 20,
    mode: index % 2,
    speechiness: share(17),
    acousticness: share(19),
    instrumentalness: share(23),
    liveness: share(29),
    valence: share(31),
    tempo: 80 + share(37) * 80,
    duration_ms: 180_000 + (index % 1_000) * 100,
    time_signature: 4,
  };
}
