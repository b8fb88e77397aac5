import { chunksOf } from '../../../common/chunks';
import type { ArchivedPlay, TrackNames } from '../../matching/reported-play';
import type { ImportedPlay, ReadRecord, SkippedRecord } from './imported-play';
import type { PackedBatch, ReadBatch } from './reading-messages';

/** Tracks that both sides remember, some two megabytes in each; when there are more, both forget them all. */
const MOST_TRACKS = 8_000;
/** Of a track: its id, its name, its artist's and its album's. */
const TEXTS_A_TRACK = 4;
/** Of a record: its track's number, when the play ended and how long it lasted, NaN if nobody knows. */
const NUMBERS_A_RECORD = 3;
/** In place of a track's number where the record is no play. */
const SKIPPED = -1;

/** The tracks in a batch that are in none before it. */
export function newTracksIn({ tracks }: PackedBatch): TrackNames[] {
  return Array.from(chunksOf(tracks, TEXTS_A_TRACK), ([, trackName, artistName]) => ({
    trackName: trackName ?? '',
    artistName: artistName ?? '',
  }));
}

/** Packs the batches of one reading, which are to be unpacked in the same order. */
export class BatchPacker {
  private readonly numbers = new Map<string, number>();

  constructor(private readonly mostTracks = MOST_TRACKS) {}

  /** @param batch of records that follow one another */
  pack({ records, next }: ReadBatch): PackedBatch {
    const isAfresh = this.numbers.size > this.mostTracks;
    if (isAfresh) this.numbers.clear();
    const tracks: (string | null)[] = [];
    const numbers = new Float64Array(records.length * NUMBERS_A_RECORD);
    const skipped: SkippedRecord[] = [];
    const archived: ArchivedPlay[] = [];
    records.forEach((read, index) => {
      const at = index * NUMBERS_A_RECORD;
      if ('play' in read) {
        numbers[at] = this.numberOf(read.play, tracks);
        numbers[at + 1] = read.play.playedAt;
        numbers[at + 2] = read.play.msPlayed ?? NaN;
        if (read.play.archived !== undefined) archived.push(read.play.archived);
      } else {
        numbers[at] = SKIPPED;
        skipped.push({ skipped: read.skipped, detail: read.detail });
      }
    });
    return { isAfresh, tracks, first: records[0]?.record ?? 0, numbers, skipped, archived, next };
  }

  private numberOf({ trackId, trackName, artistName, albumName }: ImportedPlay, added: (string | null)[]): number {
    const key = JSON.stringify([trackId, trackName, artistName, albumName]);
    let number = this.numbers.get(key);
    if (number === undefined) {
      this.numbers.set(key, (number = this.numbers.size));
      added.push(trackId, trackName, artistName, albumName);
    }
    return number;
  }
}

/** Unpacks what one packer has packed, in the same order. All plays of a track share its strings. */
export class BatchUnpacker {
  private readonly tracks: (string | null)[] = [];
  /** One string for each name: most tracks have the artist, and the album, of others. */
  private readonly names = new Map<string, string>();

  unpack({ isAfresh, tracks, first, numbers, skipped, archived, next }: PackedBatch): ReadBatch {
    if (isAfresh) {
      this.tracks.length = 0;
      this.names.clear();
    }
    for (const text of tracks) this.tracks.push(text === null ? null : this.once(text));
    const records: ReadRecord[] = [];
    let passed = 0;
    let plays = 0;
    for (let at = 0; at < numbers.length; at += NUMBERS_A_RECORD) {
      const record = first + records.length;
      const [number = SKIPPED, playedAt = NaN, msPlayed = NaN] = numbers.subarray(at, at + NUMBERS_A_RECORD);
      const skip = number === SKIPPED ? skipped[passed++] : undefined;
      if (skip === undefined) {
        const reports = archived[plays++];
        const play = this.playOf(number, playedAt, msPlayed);
        records.push({ record, play: reports === undefined ? play : { ...play, archived: reports } });
      } else records.push({ record, ...skip });
    }
    return { records, next };
  }

  private once(name: string): string {
    const known = this.names.get(name);
    if (known === undefined) this.names.set(name, name);
    return known ?? name;
  }

  private playOf(number: number, playedAt: number, msPlayed: number): ImportedPlay {
    const at = number * TEXTS_A_TRACK;
    return {
      trackId: this.tracks[at] ?? null,
      trackName: this.tracks[at + 1] ?? '',
      artistName: this.tracks[at + 2] ?? '',
      albumName: this.tracks[at + 3] ?? '',
      msPlayed: Number.isNaN(msPlayed) ? null : msPlayed,
      playedAt,
    };
  }
}
