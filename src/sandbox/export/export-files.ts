import type { EpisodePlay, Listener, MusicPlay } from '../listeners/listener.types';
import { toAccountMusicRecord, toAccountPodcastRecord } from './account-record';
import type { ExportPlan } from './export-plan';
import { toExtendedRecord } from './extended-record';

export type ExportFormat = 'extended' | 'account';

/** Most records that one file holds, as the platform cuts them. */
const EXTENDED_RECORDS = 16_000;
const ACCOUNT_RECORDS = 10_000;
const CHUNK_CHARACTERS = 64 * 1024;

/** A file of an export; its content is made while it is read. */
export interface ExportFile {
  name: string;
  content(): Iterable<string>;
}

/** The files of an export in the order in which they must be read. */
export function exportFiles(plan: ExportPlan, listener: Listener, format: ExportFormat): ExportFile[] {
  if (format === 'extended') {
    const records = mapped(plan.plays(), (play) => toExtendedRecord(play, listener));
    return cut(records, plan.total, EXTENDED_RECORDS, (index, first, last) => {
      const years = yearsBetween(plan.playAt(first).endedAt, plan.playAt(last).endedAt);
      return `Streaming_History_Audio_${years}_${index}.json`;
    });
  }
  const music = mapped(musicOf(plan), toAccountMusicRecord);
  const podcasts = mapped(episodesOf(plan), toAccountPodcastRecord);
  return [
    ...cut(music, plan.music, ACCOUNT_RECORDS, (index) => `StreamingHistory_music_${index}.json`),
    ...cut(podcasts, plan.total - plan.music, ACCOUNT_RECORDS, (index) => `StreamingHistory_podcast_${index}.json`),
  ];
}

/** All records of an export as one JSON array; of account data, the music alone. */
export function exportAsOneArray(plan: ExportPlan, listener: Listener, format: ExportFormat): Iterable<string> {
  return format === 'extended'
    ? jsonArray(
        mapped(plan.plays(), (play) => toExtendedRecord(play, listener)),
        plan.total,
      )
    : jsonArray(mapped(musicOf(plan), toAccountMusicRecord), plan.music);
}

/** Cuts one run of records into files, each of which takes up where the one before it ended. */
function cut(
  records: Iterator<Record<string, unknown>>,
  total: number,
  most: number,
  name: (index: number, first: number, last: number) => string,
): ExportFile[] {
  return Array.from({ length: Math.ceil(total / most) }, (_, index) => {
    const first = index * most;
    const count = Math.min(most, total - first);
    return { name: name(index, first, first + count - 1), content: () => jsonArray(records, count) };
  });
}

/** The next `count` records as the text of a JSON array, one record a line. */
function* jsonArray(records: Iterator<Record<string, unknown>>, count: number): Generator<string> {
  let text = '[';
  for (let taken = 0; taken < count; taken++) {
    const next = records.next();
    if (next.done) break;
    text += `${taken === 0 ? '' : ',\n'}${JSON.stringify(next.value)}`;
    if (text.length >= CHUNK_CHARACTERS) {
      yield text;
      text = '';
    }
  }
  yield `${text}]\n`;
}

function* mapped<In, Out>(items: Iterable<In>, change: (item: In) => Out): Generator<Out> {
  for (const item of items) yield change(item);
}

function* musicOf(plan: ExportPlan): Generator<MusicPlay> {
  for (const play of plan.plays()) if (play.kind === 'music') yield play;
}

function* episodesOf(plan: ExportPlan): Generator<EpisodePlay> {
  for (const play of plan.plays()) if (play.kind === 'episode') yield play;
}

function yearsBetween(first: number, last: number): string {
  const [from, to] = [new Date(first).getUTCFullYear(), new Date(last).getUTCFullYear()];
  return from === to ? String(from) : `${from}-${to}`;
}
