import { backlogDrained } from '../catalogue';
import { playsDeleted } from '../history-calls';
import type { ScriptedApp } from '../scripted-app';
import { ScriptedListener, type Upload } from '../scripted-listener';
import { type Case, caseFile, type PlatformMusic, type RightFeed, type Run, type Step } from './case';
import type { Observation } from './observation';
import { observedEnd } from './observed-end';
import { observedJob } from './observed-job';
import { observedLoad } from './observed-load';
import { observedPlaylists } from './observed-playlists';

/** One run of a case, over HTTP, by a listener of its own. */
export class CaseRun {
  private readonly music: PlatformMusic | undefined;
  private listener: ScriptedListener;
  private keptExport: Upload;
  private listeners = 0;

  constructor(
    private readonly app: ScriptedApp,
    private readonly caseName: string,
    private readonly case_: Case,
    private readonly run: Run,
  ) {
    this.music = run.withPlatform ?? case_.platform;
  }

  /** Takes every step of the run and looks at its end, whatever has come of the steps before. */
  async play(): Promise<Map<string, Observation>> {
    await this.linkListener();
    const observations = new Map<string, Observation>();
    for (const [index, step] of this.run.steps.entries()) {
      const number = String(index + 1).padStart(2, '0');
      observations.set(`step ${number}, ${JSON.stringify({ ...step, right: undefined })}`, await this.take(step));
    }
    observations.set('the end', await observedEnd(this.case_, this.run, this.listener.get));
    return observations;
  }

  private async take(step: Step): Promise<Observation> {
    if ('load' in step) {
      const uploads = step.load.map((name) => ({ name, content: caseFile(this.caseName, name) }));
      return observedLoad(step.right, await this.listener.load(...uploads));
    }
    if ('loadExport' in step) return observedLoad(step.right, await this.listener.load(this.keptExport));
    if ('feed' in step) return this.readFeed(step.feed, step.right);
    if ('delete' in step) return this.deletePlay(step.delete);
    if ('playlists' in step) {
      const { job } = await this.listener.readFeed([]);
      const given = this.music?.playlists ?? [];
      const archive = await this.listener.export();
      return observedPlaylists(step.playlists, { job, given, archive, get: this.listener.get });
    }
    if ('keepExport' in step)
      this.keptExport = { name: 'playledger-export.zip', content: await this.listener.export() };
    else if ('newListener' in step) await this.linkListener();
    else await backlogDrained(this.app.api);
    return { right: {}, came: {} };
  }

  /** Goes on as a new listener, whose feed is empty. */
  private async linkListener(): Promise<void> {
    this.listeners += 1;
    const name = [this.caseName, this.run.label, this.listeners].join(' ').replaceAll(/[^\w-]/g, '-');
    this.listener = await ScriptedListener.link(this.app, name, this.music);
  }

  private async readFeed(file: string, right: RightFeed): Promise<Observation> {
    const { items } = JSON.parse(atPresent(caseFile(this.caseName, file).toString())) as { items: unknown[] };
    const { job, gained } = await this.listener.readFeed(items);
    const step = job.steps.find(({ action }) => action === 'recently_played');
    const observed = observedJob(job);
    return {
      right: { ...observed.right, new: right.new, historyGained: right.new, reportsGap: right.gap === true },
      came: {
        ...observed.came,
        new: step?.items,
        historyGained: gained,
        // A gap is reported with the advice that fills it.
        reportsGap: step?.detail.includes('export') === true,
      },
    };
  }

  private async deletePlay(place: number): Promise<Observation> {
    const { items, total } = await this.listener.history();
    const job = await playsDeleted(this.app.api, this.listener, `/${items[place]?.id ?? 'none'}`);
    const { right, came } = observedJob(job);
    return {
      right: { ...right, deleted: 1, historyGained: -1 },
      came: { ...came, deleted: job.items_total, historyGained: (await this.listener.history()).total - total },
    };
  }
}

/** With times such as NOW-20m, 20 minutes before now, as the platform writes them. */
function atPresent(text: string): string {
  const now = Date.now();
  return text.replace(/NOW([+-]\d+)m/g, (_, minutes: string) => new Date(now + Number(minutes) * 60_000).toISOString());
}
