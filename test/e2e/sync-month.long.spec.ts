import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInContext } from '../../src/common/request-context';
import { SyncStarter } from '../../src/sync/sync-starter.service';
import type { MusicPlay } from '../../src/sandbox/listeners/listener.types';
import { RecentlyPlayedStep } from '../../src/sync/steps/recently-played.step';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/common/durations';
import { downloadExport, importFile } from '../support/catalogue';
import {
  differences,
  heardBy,
  inFeedAt,
  linesOf,
  linesOfRows,
  musicOf,
  oldestOf,
  type PlayRow,
  playLine,
  playsOf,
  quietInstant,
  storedPlays,
} from '../support/heard-plays';
import { type SandboxPlatform, startSandboxPlatform } from '../support/sandbox-platform';
import { type LinkedListener, link } from '../support/sync-jobs';
import { createTestApp, type TestApp } from '../support/test-app';

const CYCLE_MS = 15 * MINUTE_MS;
/** Whole syncs are done so often, and in between only looks at the feed. */
const WHOLE_SYNC_MS = 5 * DAY_MS;
/** Phones that were offline are heard of after so long. */
const OFFLINE_DELAY_MS = 3 * HOUR_MS;
/** Some days ago, so that all of it is past; nothing is played while the sandbox' clock runs on from there. */
const END = quietInstant(['otto', 'tomas'], DAY_MS);
const START = END - 30 * DAY_MS;
const [TENTH, MIDDLE, TWENTIETH] = [10, 15, 20].map((days) => START + days * DAY_MS) as [number, number, number];
const CYCLES = Array.from({ length: (END - START) / CYCLE_MS }, (_, index) => START + (index + 1) * CYCLE_MS);
/** Nobody looks at Tomás' feed for so long; he plays 160 tracks a day. */
const OUTAGE = { from: TENTH + 6 * HOUR_MS, to: TENTH + 22 * HOUR_MS };

const NONE = { lost: [], added: [] };

type Name = 'otto' | 'tomas';
const NAMES: readonly Name[] = ['otto', 'tomas'];

const looksAt = (name: Name, at: number): boolean => name === 'otto' || at < OUTAGE.from || at >= OUTAGE.to;

interface ExportRecord {
  ts: string;
}

/** An import's counts, as far as they are looked at. */
interface Report {
  stored: number;
  merged: number;
  skipped: { duplicate: number };
}

describe('a month of syncs every fifteen minutes', () => {
  let folder: string;
  let platform: SandboxPlatform;
  let api: TestApp;
  const listeners = {} as Record<Name, LinkedListener>;
  /** End of the oldest play that the first look found. */
  const oldest = {} as Record<Name, number>;
  const records = {} as Record<Name, ExportRecord[]>;
  const details: Record<Name, string[]> = { otto: [], tomas: [] };
  const telling = {} as Record<Name, Set<number>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'playledger-month-'));
    platform = await startSandboxPlatform();
    api = await createTestApp({ env: { ...platform.env, AUTO_LOGIN: 'false' } });
    await platform.setWeather({ offline_delay_ms: OFFLINE_DELAY_MS });
    await setClock(START);
    for (const name of NAMES) {
      listeners[name] = await link(platform, api, name);
      oldest[name] = oldestOf(await rowsOf(name));
    }
    await setClock(END);
    for (const name of NAMES) {
      const query = { user: name, plays: playsOf(name, oldest[name], END + 1).length, format: 'extended' } as const;
      records[name] = await downloadExport(platform, query, join(folder, 'export.json'));
      telling[name] = tellingCycles(name);
    }
    await load('otto', 0, TENTH);
    let loading: Promise<unknown> = Promise.resolve();
    for (const at of CYCLES) {
      await cycle(at);
      if (at === MIDDLE) loading = load('otto', TENTH, TWENTIETH);
    }
    await loading;
  }, 600_000);
  afterAll(async () => {
    await api.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const setClock = (at: number): Promise<void> => platform.setWeather({ clock: { at: new Date(at).toISOString() } });
  const rowsOf = (name: Name): Promise<PlayRow[]> => storedPlays(api, listeners[name]);

  /** Loads the records of a part of the month. */
  async function load(name: Name, from: number, to: number): Promise<Report> {
    const path = join(folder, `Streaming_History_Audio_${name}_${from}.json`);
    const part = records[name].filter(({ ts }) => Date.parse(ts) >= from && Date.parse(ts) < to);
    expect(part.length).toBeGreaterThan(100);
    writeFileSync(path, JSON.stringify(part));
    return (await importFile(api, listeners[name].headers, path)).report as unknown as Report;
  }

  /**
   * The cycles in which the feed is not the one that the last two looks found. What the others find has been looked at
   * twice already, the second time as plays that are known.
   */
  function tellingCycles(name: Name): Set<number> {
    const arrivals = heard(name).map(({ endedAt, offline }) => endedAt + (offline ? OFFLINE_DELAY_MS : 0));
    const news = new Set(arrivals.map((at) => Math.ceil(at / CYCLE_MS) * CYCLE_MS));
    return new Set([...news, ...[...news].map((at) => at + CYCLE_MS), OUTAGE.to, OUTAGE.to + CYCLE_MS]);
  }

  /**
   * Has a cycle of the schedule come. What a sync does besides looking at the feed is done every few days only: it takes
   * most of the time and adds no play.
   */
  async function cycle(at: number): Promise<void> {
    const isWhole = (at - START) % WHOLE_SYNC_MS === 0;
    const looking = NAMES.filter((name) => looksAt(name, at) && (telling[name].has(at) || isWhole));
    if (looking.length === 0) return;
    await setClock(at);
    await Promise.all(looking.map((name) => (isWhole ? scheduledSync(listeners[name]) : look(name))));
  }

  async function scheduledSync(listener: LinkedListener): Promise<void> {
    await api.app.get(SyncStarter).startScheduled(listener.userId);
    const [job] = await listener.jobs();
    expect(await listener.jobUntil(job?.id ?? '')).toMatchObject({ job_type: 'periodic', status: 'completed' });
  }

  async function look(name: Name): Promise<void> {
    const { userId } = listeners[name];
    const context = { userId, isScheduled: true, signal: new AbortController().signal, onProgress: () => undefined };
    const step = api.app.get(RecentlyPlayedStep);
    const { detail } = await runInContext({ requestId: 'look', jobId: 'look' }, () => step.run(context));
    details[name].push(detail);
  }

  const heard = (name: Name) => heardBy(name, oldest[name], END + 1);

  /** What the looks at the feed can have found. */
  function told(name: Name): string[] {
    const plays = heard(name);
    const looks = [START, ...CYCLES.filter((at) => looksAt(name, at))];
    const found = new Set(looks.flatMap((at) => inFeedAt(plays, at, OFFLINE_DELAY_MS)));
    return linesOf(plays.filter((play) => found.has(play)));
  }

  /**
   * Holds the stored plays to what was listened to, one to one. Of two plays of a track within a minute, either may have
   * been matched with the one that the feed has told: so how long is compared by track, and when by the feed.
   */
  async function expectWholeMonth(name: Name): Promise<void> {
    const rows = await rowsOf(name);
    const ofFeed = new Set(told(name));
    const lines = musicOf(name, oldest[name], END + 1)
      .filter(({ msPlayed }) => msPlayed > 0)
      .map(({ track, msPlayed }) => `${track.id} ${msPlayed}`);
    const stored = rows.map(({ track, ms_played }) => `${track.platform_id} ${ms_played}`);
    expect(differences(stored, lines)).toEqual(NONE);
    expect(differences(linesOfRows(rows.filter(({ seen }) => seen.api)), [...ofFeed])).toEqual(NONE);
    expect(linesOfRows(rows.filter(({ seen }) => seen.extended === undefined))).toEqual([]);
    await listeners[name].sync();
    const overview = await listeners[name].get<{ total_tracks_played: number }>('/api/v1/analytics/overview');
    expect(overview.total_tracks_played).toBe(lines.length);
  }

  it('hears of phones that were offline hours later', () => {
    for (const name of NAMES) expect(heard(name).filter(({ offline }) => offline).length).toBeGreaterThan(20);
  });

  it('is the listener’s plays of thirty seconds and more, none lost, none double, but for a told hole', async () => {
    const found = told('tomas');
    expect(differences(linesOfRows(await rowsOf('tomas')), found)).toEqual(NONE);
    expect(details.tomas.filter((detail) => detail.includes('hole'))).toEqual([
      '50 new plays; hole: more than 50 plays since the last look; load your export to fill it',
    ]);
    // Besides the hole, only what fifty later plays have overtaken before the phone was online again, or the month's end.
    const isLost = ({ endedAt, offline }: MusicPlay): boolean =>
      offline || (endedAt >= OUTAGE.from - CYCLE_MS && endedAt < OUTAGE.to);
    const known = new Set(found);
    const lost = heard('tomas').filter((play) => !known.has(playLine(play.track.id, play.endedAt)));
    expect(lost.length).toBeGreaterThan(0);
    expect(linesOf(lost.filter((play) => !isLost(play)))).toEqual([]);
  });

  it('fits an export that is loaded afterwards one to one, which fills the hole', async () => {
    const [before, found] = [heard('tomas').length, told('tomas').length];
    const short = musicOf('tomas', oldest.tomas, END + 1).filter(({ msPlayed }) => msPlayed > 0).length - before;
    const { stored, merged, skipped } = await load('tomas', 0, END + 1);
    expect({ stored, merged, duplicate: skipped.duplicate }).toEqual({
      stored: short + before - found,
      merged: found,
      duplicate: 0,
    });
    await expectWholeMonth('tomas');
  }, 60_000);

  it('fits exports that are loaded before, in the middle and afterwards one to one', async () => {
    expect(details.otto.filter((detail) => detail.includes('hole'))).toEqual([]);
    await load('otto', TWENTIETH, END + 1);
    await expectWholeMonth('otto');
  }, 60_000);
});
