/** An import as people see it: how far it has got, and in the end what became of the records. */
import { ApiError } from './api.js';
import { announce, byId, make, say, setProgress, show } from './dom.js';
import * as format from './format.js';
import { cancelJob, hasEnded, unfinishedJob, wasCancelled, watchJob } from './job.js';
import { reportInWords } from './report.js';

const TITLES = {
  pending: 'Import waiting for its turn',
  running: 'Importing',
  completed: 'Import finished',
  failed: 'Import failed',
};
const STATES = { pending: 'waiting', running: 'under way', completed: 'done', failed: 'failed' };
/** The step beside those that are named after their files. */
const STEPS = { analytics: 'Counting the figures' };
/** Progress is read out once for each of so many parts of the whole. */
const ANNOUNCED_PARTS = 4;

let watching;
let announcedPart;

/** Goes on watching an import that was under way when the page was loaded. */
export async function resumeImport(context) {
  const job = await unfinishedJob('import');
  if (job !== undefined) await watchImport(job.id, context);
}

/**
 * Shows an import until it has ended, in the place of one shown before.
 * @param context has `timezone()`, which dates are given in, and `onEnd()`, called when the history may have changed
 */
export async function watchImport(id, context) {
  watching?.abort();
  watching = new AbortController();
  const { signal } = watching;
  announcedPart = 0;
  byId('job-cancel').disabled = false;
  byId('job-cancel').onclick = () => cancel(id, context);
  const job = await watchJob(id, {
    signal,
    onProgress: (state) => showJob(state, context.timezone()),
    onTrouble: (sentence) => say(byId('job-trouble'), sentence),
  });
  if (job !== undefined) context.onEnd();
}

async function cancel(id, context) {
  byId('job-cancel').disabled = true;
  byId('job-title').textContent = 'Cancelling…';
  try {
    await cancelJob(id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    byId('job-cancel').disabled = false;
    say(byId('job-trouble'), error.message);
    if (error.status === 401) context.onError(error);
  }
}

function showJob(job, timezone) {
  const { items_processed: done, items_total: total } = job;
  const ended = hasEnded(job);
  const title = wasCancelled(job) ? 'Import cancelled' : TITLES[job.status];
  const progress = `${format.number(done)} of ${format.count(total, 'record')}`;
  // Between the click on cancel and the end, the title says so.
  if (ended || !byId('job-cancel').disabled) byId('job-title').textContent = title;
  byId('job-text').textContent = progress;
  setProgress(byId('job-bar'), shareDone(job, ended));
  show(byId('job-cancel'), !ended);
  say(byId('job-error'), ended && !wasCancelled(job) ? job.error_message : '');
  show(byId('job-cancelled'), wasCancelled(job));
  const report = ended && job.report !== null ? reportInWords(job, timezone) : [];
  byId('job-report').replaceChildren(...report);
  show(byId('job-report'), report.length > 0);
  byId('job-steps').replaceChildren(...job.steps.map(stepInWords));
  show(byId('import-job'));
  announceProgress(ended ? title : `${title}: ${progress}`, ended ? ANNOUNCED_PARTS + 1 : done / total);
}

function shareDone({ items_processed: done, items_total: total }, ended) {
  if (total > 0) return done / total;
  return ended ? 1 : null;
}

function announceProgress(sentence, share) {
  const part = Math.floor(share * ANNOUNCED_PARTS) + 1;
  if (part === announcedPart || Number.isNaN(part)) return;
  announcedPart = part;
  announce(sentence);
}

/** A file inside an archive goes by its own name; the whole path shows when pointed at. */
function stepInWords({ action, status, detail, error }) {
  const cancelled = status === 'failed' && error === 'cancelled';
  const state = make('span', { class: `state ${status}` }, cancelled ? 'cancelled' : STATES[status]);
  const name = make('strong', { title: action }, STEPS[action] ?? action.split('/').at(-1));
  const lines = [detail, cancelled ? '' : error].filter((line) => line).map((line) => make('p', {}, line));
  return make('li', {}, state, name, ...lines);
}
