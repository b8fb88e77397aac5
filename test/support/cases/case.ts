import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { ScriptedPlaylist, ScriptedTrack } from '../scripted-platform';
import { CASE_SCHEMA } from './case-schema';

const FOLDER = join(__dirname, '../../cases');

/** A play as the history shows it. */
export interface RightPlay {
  /** End of the play, ISO 8601 in UTC. */
  at: string;
  track: string;
  artist: string;
  /** Milliseconds listened. */
  ms: number;
  /** The track's id; null while it is known by its names alone; absent where either will do. */
  id?: string | null;
}

/** Statistics of the overview over all time. */
export interface RightStatistics {
  total_tracks_played?: number;
  total_ms_played?: number;
  unique_tracks?: number;
  unique_artists?: number;
  unique_albums?: number;
  /** Name and plays of each, best first. */
  top_artists?: [string, number][];
  top_artist_ids?: string[];
  top_albums?: [string, number][];
}

/** What holds when a run has ended. */
export interface RightEnd {
  /** The whole history, newest first. */
  history?: RightPlay[];
  /** Plays in the history. */
  count?: number;
  historyCount?: number;
  figures?: RightStatistics;
  /** Filters of the history, each with the plays that it finds. */
  filters?: [Record<string, string>, number][];
}

/** What an upload comes to: a job with these figures in its report. */
export interface RightLoad {
  stored?: number;
  duplicate?: number;
  not_a_track?: number;
  invalid?: number;
  /** Merged and duplicate. */
  known?: number;
  /** Rows that the history loses because a record has joined them to others. */
  joins?: number;
  /** `completed` unless given. */
  status?: 'completed' | 'failed';
  /** State of each file in the archive, by the end of its name. */
  entries?: Record<string, 'read' | 'not_history' | 'unreadable' | 'not read'>;
  /** One of these stands in the job's message. */
  saysOneOf?: string[];
}

/** What an upload that is refused comes to. */
export interface RightRefusal {
  refused: number;
  /** What stands in the response. */
  says?: string[];
}

/** What a read of the feed comes to. */
export interface RightFeed {
  /** Plays that are new to the history. */
  new: number;
  /** Whether the sync reports that plays are missing; false unless given. */
  gap?: boolean;
}

/** What a sync of playlists comes to. */
export interface RightPlaylists {
  /** Ids of those whose tracks the service has; the others are there without. */
  read: string[];
  /** Capabilities that are available. */
  open: string[];
}

export type Step =
  | { load: string[]; right: RightLoad | RightRefusal }
  | { feed: string; right: RightFeed }
  | { settle: true | 'names' }
  /** The place of a play in the history, newest first, from 0. */
  | { delete: number }
  | { keepExport: true }
  | { newListener: true }
  | { loadExport: true; right: RightLoad | RightRefusal }
  | { playlists: RightPlaylists };

/** What a listener does whose history is empty at first. */
export interface Run extends RightEnd {
  label: string;
  steps: Step[];
  withPlatform?: PlatformMusic;
  /** It does not matter which play of a track has which `ms`. */
  loose?: boolean;
}

export interface PlatformMusic {
  tracks: ScriptedTrack[];
  playlists?: ScriptedPlaylist[];
}

/** Small inputs of one kind of trouble, and what is right. What a run does not say itself, its case says. */
export interface Case extends RightEnd {
  platform?: PlatformMusic;
  runs: Run[];
}

const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<Case>(CASE_SCHEMA);

/** The names of all cases. */
export function caseNames(): string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @throws Error for a right.json that says anything of which no check knows */
export function readCase(name: string): Case {
  const parsed: unknown = JSON.parse(caseFile(name, 'right.json').toString());
  if (validate(parsed)) return parsed;
  const problems = validate.errors?.map(({ instancePath, message, params }) =>
    [`${name}/right.json${instancePath}`, message, JSON.stringify(params)].join(' '),
  );
  throw new Error(problems?.join('\n'));
}

/** A file of a case, byte for byte. */
export function caseFile(name: string, file: string): Buffer {
  return readFileSync(join(FOLDER, name, file));
}
