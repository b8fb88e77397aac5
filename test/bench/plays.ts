import { type Collection, type Document, type IndexDescription, ObjectId } from 'mongodb';
import { PlaySchema } from '../../src/history/play.schema';
import { generateHistory } from '../support/export-generator';

/** The history that benches are about: eight years of one listener. */
export const HISTORY = { seed: 7, years: 8, endDate: new Date('2026-01-01T00:00:00Z'), clean: true };
/** Whose plays they are. */
export const LISTENER = '0123456789abcdef01234567';
const BATCH = 2_000;

/**
 * Makes a collection anew with the indexes of the service's history, and stores plays in it with the driver alone.
 * @returns seconds that this took, making the documents not counted
 */
export async function insertPlays(collection: Collection, plays: number): Promise<number> {
  await collection.drop().catch(() => undefined);
  await collection.createIndexes(
    PlaySchema.indexes().map(([key, options]) => ({ key, ...options })) as unknown as IndexDescription[],
  );
  let milliseconds = 0;
  let batch: Document[] = [];
  const flush = async (): Promise<void> => {
    const start = performance.now();
    await collection.insertMany(batch, { ordered: false });
    milliseconds += performance.now() - start;
    batch = [];
  };
  for (const record of generateHistory({ ...HISTORY, records: plays })) {
    batch.push(toDocument(record));
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return milliseconds / 1000;
}

/** A play as the service stores it. */
function toDocument(record: Document): Document {
  const text = (field: string): string => String(record[field] ?? '');
  const playedAt = new Date(text('ts'));
  const artist = text('master_metadata_album_artist_name');
  const name = text('master_metadata_track_name');
  return {
    _id: new ObjectId(),
    user_id: LISTENER,
    track: {
      platform_id: text('spotify_track_uri').slice('spotify:track:'.length),
      name,
      artist_name: artist,
      album_name: text('master_metadata_album_album_name'),
      album_image_url: '',
      duration_ms: 0,
    },
    played_at: playedAt,
    ms_played: Number(record.ms_played),
    source: 'import',
    context_type: '',
    context_uri: '',
    artist_key: artist.toLowerCase(),
    track_key: name.toLowerCase(),
    seen: { extended: playedAt },
  };
}
