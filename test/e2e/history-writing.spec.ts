import { setTimeout as sleep } from 'node:timers/promises';
import { getModelToken } from '@nestjs/mongoose';
import fc from 'fast-check';
import { type Model, Types } from 'mongoose';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { Play } from '../../src/history/play.schema';
import type { PlaySource } from '../../src/history/play-source';
import { PlayedNames } from '../../src/history/played-names.schema';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { crowdedReports, play, START } from '../../src/history/testing/arbitraries';
import { RememberedHistory, type Reports } from '../../src/history/testing/remembered-history';
import { PlayRows } from '../../src/history/writing/play-rows.service';
import { createTestApp, type TestApp } from '../support/test-app';

/** The feed moves a row of the export, and a play of its next batch takes the place that this leaves. */
const OVERTAKEN: Reports[] = [
  { source: 'extended', plays: [play({ playedAt: START + 30_000 })] },
  {
    source: 'api',
    plays: [
      play(),
      play({ trackId: null, playedAt: START + 30_000 }),
      play({ playedAt: START + 30_000 }),
      play({ trackId: 'C'.repeat(22), artistName: 'Other Band', playedAt: START + 59_000 }),
      play({ trackId: 'B'.repeat(22), trackName: 'SONG ', artistName: 'band', playedAt: START + 61_000 }),
    ],
  },
];

/** Of plays: so few that a handful of reports makes several. */
const BATCH = 2;
const SLOWNESS_MS = 60;

describe('batches that are written one beside the other', () => {
  let app: TestApp;
  let writer: HistoryWriter;
  let batches: number;
  let lists: number;
  /** Names of rows that were about to be stored when the list did not have them. */
  const unlisted: string[] = [];

  beforeAll(async () => {
    app = await createTestApp();
    writer = app.app.get(HistoryWriter);
    // The first batch is slow, as one is that waits for a connection, so that those after it could overtake it.
    const rows = app.app.get(PlayRows);
    const store = rows.store.bind(rows);
    jest.spyOn(rows, 'store').mockImplementation(async (matched) => {
      unlisted.push(...(await unlistedNamesOf(matched.added.map(({ row }) => row))));
      if (batches++ === 0) await sleep(SLOWNESS_MS);
      return store(matched);
    });
    // So are its names.
    const { collection } = app.app.get<Model<PlayedNames>>(getModelToken(PlayedNames.name, JOBS_CONNECTION));
    const insertMany = collection.insertMany.bind(collection);
    jest.spyOn(collection, 'insertMany').mockImplementation(async (records) => {
      if (lists++ === 0) await sleep(SLOWNESS_MS);
      return insertMany(records);
    });
  });
  afterAll(() => app.close());

  async function unlistedNamesOf(rows: readonly Play[]): Promise<string[]> {
    const listed = new Set(await listedNames(rows[0]?.user_id ?? ''));
    return rows.flatMap(({ artist_key, track_key }) => [artist_key, track_key]).filter((name) => !listed.has(name));
  }

  async function listedNames(userId: string): Promise<string[]> {
    const records = await app.db.collection<PlayedNames>('history_names').find({ user_id: userId }).toArray();
    return records.flatMap(({ artists, tracks }) => [...artists, ...tracks]).sort();
  }

  /** Matches each batch as soon as the one before was given to be stored; that after it is told ahead. */
  async function writeBesideOneAnother(userId: string, source: PlaySource, plays: readonly ReportedPlay[]) {
    batches = 0;
    lists = 0;
    const session = await writer.open(userId);
    await session.expect(plays.length);
    try {
      const storing: ReturnType<typeof session.store>[] = [];
      for (let start = 0; start < plays.length; start += BATCH) {
        session.nameAhead(plays.slice(start + BATCH, start + 2 * BATCH));
        const matched = await session.match(source, plays.slice(start, start + BATCH));
        await session.roomForAnother();
        storing.push(session.store(matched));
      }
      return (await Promise.all(storing)).flatMap(({ outcomes }) => outcomes);
    } finally {
      await session.close();
    }
  }

  it('leave what they would have left one after the other', async () => {
    const several = fc.array(crowdedReports, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(several, async (files: Reports[]) => {
        const userId = String(new Types.ObjectId());
        const expected = new RememberedHistory();
        for (const { source, plays } of files) {
          const outcomes = await writeBesideOneAnother(userId, source, plays);
          expect(outcomes).toEqual(expected.load({ source, plays }, BATCH));
        }
        const stored = new RememberedHistory();
        stored.rows = await app.db.collection<Play>('listening_history').find({ user_id: userId }).toArray();
        expect(stored.plays).toEqual(expected.plays);
        expect(unlisted).toEqual([]);
      }),
      { numRuns: 40, examples: [[OVERTAKEN]] },
    );
  }, 120_000);

  it('are compared with what has been stored before in a history that was empty', async () => {
    const session = await writer.open(String(new Types.ObjectId()));
    await session.expect(4);
    const write = async (plays: readonly ReportedPlay[]) =>
      (await session.store(await session.match('extended', plays))).outcomes;
    const nameless = (spelling: string, playedAt = START) => play({ trackId: null, trackName: spelling, playedAt });
    expect(await write([nameless('Song'), nameless('Song', START + 3_600_000)])).toEqual(['stored', 'stored']);
    // The database does not know that these are one track.
    expect(await write([nameless('Other Song'), nameless('SONG ', START + 3_600_000)])).toEqual([
      'stored',
      'duplicate',
    ]);
    await session.close();
  });

  it('have their names in the list before they come, where these are told ahead, and none once all are written', async () => {
    const userId = String(new Types.ObjectId());
    lists = 0;
    const session = await writer.open(userId);
    session.nameAhead([play({ artistName: 'Ann', trackName: 'Song' })]);
    session.nameAhead([play({ artistName: 'Ann', trackName: 'Other Song' })]);
    await session.close();
    expect(await listedNames(userId)).toEqual(['ann', 'other song', 'song']);
    session.nameAhead([play({ artistName: 'Late' })]);
    await (await writer.open(userId)).close();
    expect(await listedNames(userId)).not.toContain('late');
  });

  it('are stored with their names where telling these ahead has failed', async () => {
    const userId = String(new Types.ObjectId());
    const { collection } = app.app.get<Model<PlayedNames>>(getModelToken(PlayedNames.name, JOBS_CONNECTION));
    const plays = [play({ artistName: 'Ann', trackName: 'Song' })];
    const session = await writer.open(userId);
    jest.spyOn(collection, 'insertMany').mockRejectedValueOnce(new Error('no room'));
    session.nameAhead(plays);
    await new Promise(setImmediate);
    expect((await session.store(await session.match('extended', plays))).outcomes).toEqual(['stored']);
    await session.close();
    expect(await listedNames(userId)).toEqual(['ann', 'song']);
  });
});
