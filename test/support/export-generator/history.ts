import { makeCatalogue, type Song } from './catalogue';
import { edgeRecord, EDGE_KINDS, type RecordKind } from './edge-cases';
import { Listener } from './listener';
import { Random } from './random';
import { playRecord, type ExtendedRecord } from './record';
import { listeningTimes } from './timeline';

export interface HistoryOptions {
  seed: number;
  /** Exact number of records, of whatever kind. */
  records: number;
  /** Length of the history in years of 365.25 days; default 8. */
  years?: number;
  /** All plays but the future-dated ones ended before this instant. */
  endDate: Date;
  /** Only plain plays of plainly named songs, in order of time; default false. */
  clean?: boolean;
  /** Adds plays of one song twice within a minute, which sources cannot tell apart; default false. */
  clusters?: boolean;
  /** Every how many-th record is an edge case; default 25. */
  edgeEvery?: number;
  /** Number of artists; default 1,200, with about 22 songs each. */
  artists?: number;
}

export interface GeneratedPlay {
  kind: RecordKind;
  record: ExtendedRecord;
}

/** One play in 40 goes to the four tied songs in turn. */
const TIE_EVERY = 40;
/** A far repeat lies this many plain plays behind. */
const REPEAT_MEMORY = 500;
const OVERSIZE_LIMIT = 5;

function listenedMs(random: Random, song: Song): number {
  if (random.chance(0.7)) return song.durationMs;
  return random.chance(0.5) ? random.between(500, 29_999) : random.between(30_000, song.durationMs);
}

/** Makes one record after another; what it keeps does not grow with their number. */
class PlayMaker {
  private readonly random: Random;
  private readonly catalogue;
  private readonly listener: Listener;
  private readonly kinds: readonly RecordKind[];
  private readonly turns = new Map<RecordKind, number>();
  private readonly recent: ExtendedRecord[] = [];
  private readonly historyEndMs: number;
  private readonly tiedPlays: number;
  private previous: { song: Song; end: number } | null = null;
  private edges = 0;

  constructor(private readonly options: HistoryOptions) {
    const clean = options.clean ?? false;
    this.random = new Random(options.seed);
    this.catalogue = makeCatalogue(this.random, options.artists ?? 1200, !clean);
    this.listener = new Listener(this.random, this.catalogue);
    this.kinds = clean ? [] : options.clusters === true ? [...EDGE_KINDS, 'same_minute'] : EDGE_KINDS;
    this.historyEndMs = Math.floor(options.endDate.getTime() / 1000) * 1000;
    this.tiedPlays = 4 * Math.floor(options.records / TIE_EVERY / 4);
  }

  times(): Generator<number> {
    return listeningTimes(this.random, this.options.records, this.options.years ?? 8, this.historyEndMs);
  }

  /** A delay in records, for a play that is reported late. */
  delay(): number {
    return this.random.between(50, 5000);
  }

  make(index: number, end: number): GeneratedPlay {
    const tied = this.tiedSong(index);
    if (tied !== undefined) return this.play(this.listener.insist(tied, end), end, tied.durationMs);
    const kind = this.kindAt(index);
    const repeat = this.repeatFor(kind);
    if (repeat !== undefined) return { kind, record: repeat };
    if (kind === 'same_minute' && this.previous !== null && this.previous.end % 60_000 < 50_000) {
      const { song, end: first } = this.previous;
      return { kind, record: playRecord(this.random, song, first + 7000, 6500) };
    }
    const turn = this.turns.get(kind) ?? 0;
    this.turns.set(kind, turn + 1);
    const song = this.songFor(kind, end);
    const msPlayed = listenedMs(this.random, song);
    const { random, historyEndMs } = this;
    const edge = edgeRecord(kind, { random, song, endMs: end, historyEndMs, msPlayed, turn });
    return edge === null ? this.play(song, end, msPlayed) : { kind, record: edge };
  }

  private play(song: Song, end: number, msPlayed: number): GeneratedPlay {
    const record = playRecord(this.random, song, end, msPlayed, this.options.clean !== true);
    this.previous = { song, end };
    this.recent.push(record);
    if (this.recent.length > REPEAT_MEMORY) this.recent.shift();
    return { kind: 'play', record };
  }

  /** Full rounds of the four tied songs only, so that their counts are equal in the end. */
  private tiedSong(index: number): Song | undefined {
    const turn = index / TIE_EVERY;
    return Number.isInteger(turn) && turn < this.tiedPlays ? this.catalogue.tied[turn % 4] : undefined;
  }

  private kindAt(index: number): RecordKind {
    const { edgeEvery = 25 } = this.options;
    if (this.kinds.length === 0 || index % edgeEvery !== edgeEvery - 1) return 'play';
    const kind = this.kinds[this.edges++ % this.kinds.length] ?? 'play';
    return kind === 'oversize' && (this.turns.get(kind) ?? 0) >= OVERSIZE_LIMIT ? 'play' : kind;
  }

  private repeatFor(kind: RecordKind): ExtendedRecord | undefined {
    if (kind === 'repeat_adjacent') return this.recent.at(-1);
    return kind === 'repeat_far' ? this.recent[0] : undefined;
  }

  private songFor(kind: RecordKind, end: number): Song {
    switch (kind) {
      case 'local':
        return this.listener.firstOf(this.catalogue.local, end);
      case 'anonymous':
        return this.listener.firstOf(this.catalogue.anonymous, end);
      case 'longest_name':
        return this.listener.firstOf([this.catalogue.longest], end);
      default:
        return this.listener.choose(end);
    }
  }
}

/**
 * The extended streaming history of one listener, each record with what it is. One seed makes one history; nothing
 * is kept but the catalogue and some hundred records, so any length streams.
 */
export function* generatePlays(options: HistoryOptions): Generator<GeneratedPlay> {
  const maker = new PlayMaker(options);
  const held: { until: number; play: GeneratedPlay }[] = [];
  let index = 0;
  for (const end of maker.times()) {
    const play = maker.make(index, end);
    index += 1;
    // Played without a connection and reported only much later, between younger plays.
    if (play.kind === 'offline_late') held.push({ until: index + maker.delay(), play });
    else yield play;
    while ((held[0]?.until ?? Infinity) <= index) yield* held.splice(0, 1).map((late) => late.play);
  }
  yield* held.map((late) => late.play);
}

/** The records of {@link generatePlays} alone, in the order in which an export lists them. */
export function* generateHistory(options: HistoryOptions): Generator<ExtendedRecord> {
  for (const { record } of generatePlays(options)) yield record;
}
