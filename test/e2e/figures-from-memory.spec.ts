import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RollupService } from '../../src/analytics/rollups/rollup.service';
import { JOBS_CONNECTION } from '../../src/database/connections';
import { HistoryChanges } from '../../src/history/history-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { Play } from '../../src/history/play.schema';
import type { PlaySource } from '../../src/history/play-source';
import { HistoryLeases } from '../../src/history/writing/history-leases.service';
import { Landmarks } from '../../src/history/writing/landmarks.service';
import type { WholeHistory, WritingSession } from '../../src/history/writing/writing-session';
import { jobUntil } from '../support/api-calls';
import { DAY, isoDay, MINUTE, play, today, useFigures } from '../support/figures-client';

const SPACING = 11;

/** Some months of plays, the newest first: of seven tracks, some of which end at the same instant. */
function months(): ReportedPlay[] {
  const end = today() - 2 * DAY;
  return Array.from({ length: 120 }, (_, i) => play(i % 7, end - Math.floor(i / 2) * 33 * 60 * MINUTE));
}

describe('the figures of a history that is in memory', () => {
  const figures = useFigures();
  beforeEach(() => {
    figures.api.app.get(Landmarks).spacing = SPACING;
  });

  const open = (): Promise<WritingSession> => figures.api.app.get(HistoryWriter).open(figures.user.userId);

  async function storeBatch(session: WritingSession, plays: ReportedPlay[], source: PlaySource = 'extended') {
    await session.store(await session.match(source, plays));
  }

  /** Writes batches as an import does. */
  async function writeAll(...batches: ReportedPlay[][]): Promise<WholeHistory | null> {
    const session = await open();
    await session.expect(months().length);
    for (const batch of batches) await storeBatch(session, batch);
    await session.addLandmarks();
    return session.close();
  }

  const announce = (whole: WholeHistory | null): Promise<void> =>
    figures.api.app.get(HistoryChanges).announce(figures.user.userId, { whole });

  const buildFromDatabase = async (): Promise<void> => {
    const { body } = await figures.api.call('/api/v1/analytics/rollup-build', { method: 'POST', as: figures.user });
    const job = await jobUntil(figures.api.url, figures.user.headers, String(body.job_id));
    expect(job).toMatchObject({ status: 'completed' });
  };

  const changed = (): Promise<string[]> => figures.api.app.get(RollupService).changedSinceBuild(figures.user.userId);

  const playsCounted = async (): Promise<unknown> =>
    (await figures.get('analytics/overview?period=all_time')).total_tracks_played;

  it('are those that the database would give, which is asked for the plays by the columns alone', async () => {
    await figures.moveTo('America/St_Johns');
    const plays = months();
    const whole = await writeAll(plays.slice(0, 50), plays.slice(50));
    expect(whole).not.toBeNull();
    const { collection } = figures.api.app.get<Model<Play>>(getModelToken(Play.name, JOBS_CONNECTION));
    const finds = jest.spyOn(collection, 'find');
    await announce(whole);
    // The columns read them; the roll-ups do not.
    expect(finds).toHaveBeenCalledTimes(1);
    finds.mockRestore();

    const days = await figures.stored('daily_rollups');
    expect(days.reduce((sum, { total_plays }) => sum + Number(total_plays), 0)).toBe(plays.length);
    await buildFromDatabase();
    expect(await figures.stored('daily_rollups')).toEqual(days);
  });

  it('have the landmarks beside them that the database would give', async () => {
    const plays = months();
    await writeAll(plays);
    const lease = await figures.api.db.collection('history_states').findOne({ _id: figures.user.userId as never });
    const found = await figures.api.app.get(Landmarks).following(figures.user.userId, undefined, plays.length);
    expect(found.length).toBeGreaterThan(5);
    expect(lease).toMatchObject({ plays: plays.length, landmarks: found });
  });

  it('follow from one mark for all days', async () => {
    const session = await open();
    await session.expect(120);
    await storeBatch(session, months());
    expect(await changed()).toEqual(['*']);
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ coverage: 0, complete: false });
    await announce(await session.close());
    expect([await changed(), await playsCounted()]).toEqual([[], 120]);
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ coverage: 100, complete: true });
  });

  it('take in few plays that there were before, of days that were rolled up', async () => {
    const before = play(3, today() - 300 * DAY);
    await figures.write(before);
    await figures.announce();
    const session = await open();
    await session.expect(120);
    await storeBatch(session, months());
    expect(await changed()).toEqual(['*']);
    expect(await figures.get('analytics/rollup-status')).toMatchObject({ coverage: 0, complete: false });
    await announce(await session.close());
    const days = await figures.stored('daily_rollups');
    expect(days[0]).toMatchObject({ date: isoDay(before.playedAt) });
    expect([await changed(), await playsCounted()]).toEqual([[], 121]);
  });

  it('are made of what comes after others have brought them up to date meanwhile', async () => {
    const session = await open();
    await session.expect(120);
    await storeBatch(session, months().slice(0, 50));
    await figures.announce();
    expect(await playsCounted()).toBe(50);
    await storeBatch(session, months().slice(50));
    expect(await changed()).toEqual(['*']);
    await announce(await session.close());
    expect([await changed(), await playsCounted()]).toEqual([[], 120]);
  });

  it('are made anew of the days alone that change where there are many plays already', async () => {
    await writeAll(months());
    await figures.announce();
    const session = await open();
    await session.expect(120);
    await storeBatch(session, [...months(), play(1, today() - DAY + MINUTE)]);
    expect(await changed()).toEqual([isoDay(today() - DAY)]);
    await session.close();
  });

  it('are left alone where every record is known', async () => {
    const plays = months().slice(0, 10);
    await figures.write(...plays);
    await figures.announce();
    const session = await open();
    await session.expect(120);
    await storeBatch(session, plays, 'api');
    expect(await changed()).toEqual([]);
    await session.close();
  });

  it('count what somebody else has written since', async () => {
    const whole = await writeAll(months());
    await figures.write(play(1, today() - 40 * DAY), play(2, today() - MINUTE));
    await announce(whole);
    expect(await playsCounted()).toBe(122);
  });

  it('count what somebody else has written while the history was lent', async () => {
    const session = await open();
    await session.expect(months().length);
    const others: { haveWritten: boolean } = { haveWritten: false };
    const writing = figures.write(play(1, today() - MINUTE)).then(() => (others.haveWritten = true));
    let stored = 0;
    // Between two batches the history is lent, once its holder has seen that somebody waits.
    while (!others.haveWritten) await storeBatch(session, [play(2, today() - DAY - stored++ * MINUTE)]);
    await writing;
    const whole = await session.close();
    await announce(whole);
    expect([whole, await playsCounted()]).toEqual([null, stored + 1]);
  });

  it('are not kept where there were plays before', async () => {
    await figures.write(play(1, today() - MINUTE));
    expect(await writeAll(months())).toBeNull();
  });

  it('are not kept where more records are to come than could be', async () => {
    const session = await open();
    await session.expect(500_001);
    await storeBatch(session, months());
    expect(await session.close()).toBeNull();
  });

  it('are not kept where another source tells of the same plays', async () => {
    const [first = play(0, 0), ...others] = months();
    const session = await open();
    await session.expect(months().length);
    await storeBatch(session, [first, ...others]);
    await storeBatch(session, [{ ...first, playedAt: first.playedAt + 1_000 }], 'api');
    expect(await session.close()).toBeNull();
  });

  it('are read from the database where the lease has changed hands', async () => {
    const whole = await writeAll(months());
    const lease = await figures.api.app.get(HistoryLeases).acquire(figures.user.userId);
    expect(await whole?.isCurrent()).toBe(false);
    await lease.release();
    expect(await whole?.isCurrent()).toBe(false);
  });
});
