import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type AuthHeaders, getJson, type ImportJob, jobUntil, uploadFiles } from '../support/api-calls';
import {
  type ExtendedRecord,
  generateHistory,
  type HistoryOptions,
  writeAccountData,
  writeExtendedJson,
  writeExtendedZip,
} from '../support/export-generator';
import {
  Oracle,
  type OracleFile,
  oracleDays,
  oracleOverview,
  type OraclePeriod,
  type OracleState,
  oracleTrend,
} from '../support/oracle';
import { ServiceProcess } from '../support/service-process';
import { onOneDay } from '../support/times-of-day';

const RECORDS = 300_000;
const FILES_IN_ZIP = 12;
const PERIODS: OraclePeriod[] = ['week', 'month', 'quarter', 'year', 'all_time'];
/** The listener moves there one after the other; until then their days are those of UTC. */
const ZONES = ['America/New_York', 'Asia/Kolkata'];
const MINUTES = 60_000;

const now = new Date();
const HISTORY: HistoryOptions = { seed: 20_240_607, records: RECORDS, years: 8, endDate: now };

interface Overview {
  [figure: string]: unknown;
  top_artists: TopEntry[];
  top_tracks: TopEntry[];
  top_albums: TopEntry[];
}
interface TopEntry {
  rank: number;
  name: string;
  play_count: number;
  platform_id: string;
}

/** An export of eight years with every awkward record there is, counted by the service and by the oracle. */
describe('an imported history', () => {
  let service: ServiceProcess;
  let user: AuthHeaders;
  let folder: string;
  let records: ExtendedRecord[];
  let oracle: Oracle;
  let counted: OracleState;

  beforeAll(async () => {
    records = [...generateHistory(HISTORY)];
    oracle = new Oracle(now);
    folder = mkdtempSync(join(tmpdir(), 'playledger-export-'));
    service = await ServiceProcess.start(join(folder, 'data'));
    user = await service.signIn('first');
  }, 5 * MINUTES);
  afterAll(async () => {
    await service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const importAndCount = async (paths: string[], files: OracleFile[]): Promise<ImportJob> => {
    const id = await uploadFiles(service.url, user, paths);
    counted = oracle.import(files);
    // That takes long: a connection which the service has closed meanwhile is noticed before it is used again.
    await setImmediate();
    const job = await jobUntil(service.url, user, id);
    expect(job).toMatchObject({ status: 'completed', error_message: '', items_processed: job.items_total });
    return job;
  };

  /** The oracle's counts over the last so many files, in the shape of the job's report. */
  const expectedReport = (files: number): Record<string, unknown> => {
    const reports = counted.files.slice(-files);
    const sum = (pick: (report: (typeof reports)[number]) => number): number =>
      reports.reduce((total, report) => total + pick(report), 0);
    const skipped = Object.fromEntries(
      (['not_a_track', 'not_played', 'invalid', 'duplicate'] as const)
        .map((reason) => [reason, sum((report) => report.skipped[reason])] as const)
        .filter(([, count]) => count > 0),
    );
    return {
      records: sum((report) => report.records),
      stored: sum((report) => report.stored),
      merged: sum((report) => report.merged),
      skipped: expect.objectContaining(skipped) as unknown,
    };
  };

  const figuresOf = async (period: OraclePeriod) => {
    const names = async (list: string): Promise<string[]> => {
      const path = `/api/v1/${list}/top?period=${period}&limit=100`;
      return (await getJson<{ items: { name: string }[] }>(service.url, user, path)).items.map(({ name }) => name);
    };
    return {
      overview: await getJson<Overview>(service.url, user, `/api/v1/analytics/overview?period=${period}`),
      tracks: await names('tracks'),
      artists: await names('artists'),
      albums: await names('albums'),
      trend: await getJson(service.url, user, `/api/v1/analytics/trend?period=${period}`),
    };
  };

  const expectFigures = async (zone: string): Promise<void> => {
    for (const period of PERIODS) {
      const { told, at } = await onOneDay(zone, () => figuresOf(period));
      const { overview, tracks, artists, albums, trend } = told;
      const { top10, top100, ...figures } = oracleOverview(counted, zone, period, at);
      expect({ zone, ...overview }).toMatchObject({ zone, ...figures });
      const bare = (entries: { rank: number; name: string; play_count: number }[]): unknown[] =>
        entries.map(({ rank, name, play_count }) => ({ rank, name, play_count }));
      expect(bare(overview.top_artists)).toEqual(bare(top10.artists));
      expect(bare(overview.top_albums)).toEqual(bare(top10.albums));
      expect(bare(overview.top_tracks)).toEqual(bare(top10.tracks));
      expect(overview.top_tracks.map((track) => track.platform_id)).toEqual(
        top10.tracks.map((track) => track.platform_id),
      );
      expect(tracks).toEqual(top100.tracks.map(({ name }) => name));
      expect(artists).toEqual(top100.artists.map(({ name }) => name));
      expect(albums).toEqual(top100.albums.map(({ name }) => name));
      expect(trend).toEqual(oracleTrend(counted, zone, period, at));
    }
    const days = oracleDays(counted, zone).length;
    expect(await getJson(service.url, user, '/api/v1/analytics/rollup-status')).toMatchObject({
      complete: true,
      coverage: 100,
      history_days: days,
      rollup_days: days,
    });
  };

  /** Account data as it was written. */
  const accountFile = (path: string): OracleFile => ({
    file: path,
    format: 'account',
    records: JSON.parse(readFileSync(path, 'utf8')) as unknown[],
  });

  const setZone = async (zone: string): Promise<void> => {
    const response = await fetch(`${service.url}/api/v1/users/me`, {
      method: 'PATCH',
      headers: { ...user, 'content-type': 'application/json' },
      body: JSON.stringify({ timezone: zone }),
    });
    const body = (await response.json()) as { job_id: string };
    await jobUntil(service.url, user, body.job_id);
  };

  it(
    'counts as the oracle counts, from the zip as it came',
    async () => {
      const zip = join(folder, 'my_spotify_data.zip');
      const written = await writeExtendedZip(zip, HISTORY, { files: FILES_IN_ZIP, records });
      let start = 0;
      const files = written.map(({ name, records: count }): OracleFile => {
        const file = { file: name, format: 'extended' as const, records: records.slice(start, start + count) };
        start += count;
        return file;
      });
      const job = await importAndCount([zip], files);
      expect(job.items_total).toBe(RECORDS);
      expect(job.report).toMatchObject({
        ...expectedReport(FILES_IN_ZIP),
        first_played_at: counted.total.first_played_at,
        last_played_at: counted.total.last_played_at,
      });
      expect(job.steps.filter((step) => step.action !== 'analytics')).toHaveLength(FILES_IN_ZIP);
      await expectFigures('UTC');
    },
    10 * MINUTES,
  );

  it.each(ZONES)(
    'has the figures of the calendar days of %s',
    async (zone) => {
      await setZone(zone);
      await expectFigures(zone);
    },
    6 * MINUTES,
  );

  it(
    'gains nothing from being loaded again, and every record says why',
    async () => {
      const json = join(folder, 'Streaming_History_Audio (1).json');
      await writeExtendedJson(json, HISTORY, { indent: 2, bom: true, crlf: true, records });
      const job = await importAndCount([json], [{ file: json, format: 'extended', records }]);
      expect(job.report).toMatchObject({ ...expectedReport(1), stored: 0, merged: 0 });
      const outcomes = counted.files.at(-1)?.outcomes ?? [];
      const response = await fetch(`${service.url}/api/v1/history/import/${job.id}/records`, { headers: user });
      const lines = (await response.text()).trimEnd().split('\n');
      const told = lines.map((line) => JSON.parse(line) as { record: number; outcome: string });
      expect(told.map(({ record, outcome }) => `${record} ${outcome}`)).toEqual(
        outcomes.map((outcome, index) => `${index + 1} ${outcome}`),
      );
    },
    10 * MINUTES,
  );

  it(
    'takes the account data of the same listening for the same plays',
    async () => {
      const account = join(folder, 'StreamingHistory_music_0.json');
      await writeAccountData(account, HISTORY);
      const job = await importAndCount([account], [accountFile(account)]);
      expect(job.report).toMatchObject(expectedReport(1));
      expect(counted.files.at(-1)?.merged).toBeGreaterThan(1000);
      await expectFigures(ZONES.at(-1) ?? '');
    },
    10 * MINUTES,
  );

  it(
    'comes to the same when the account data is loaded first',
    async () => {
      const history: HistoryOptions = { ...HISTORY, records: 30_000, years: 2 };
      const account = join(folder, 'account.json');
      const extended = join(folder, 'extended.json.gz');
      await writeAccountData(account, history);
      await writeExtendedJson(extended, history);
      user = await service.signIn('second');
      oracle = new Oracle(now);
      const first = await importAndCount([account], [accountFile(account)]);
      expect(first.report).toMatchObject(expectedReport(1));
      const second = await importAndCount(
        [extended],
        [{ file: extended, format: 'extended', records: generateHistory(history) }],
      );
      expect(second.report).toMatchObject(expectedReport(1));
      expect(counted.files.at(-1)?.merged).toBeGreaterThan(1000);
      await expectFigures('UTC');
    },
    10 * MINUTES,
  );
});
