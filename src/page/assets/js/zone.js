/** The time zone by whose days and hours everything is counted. */
import { get, patch } from './api.js';
import { byId, make, show } from './dom.js';
import { unfinishedJob, watchJob } from './job.js';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const UNKNOWN_ZONE = 'No time zone has this name. Choose one from the list, such as Europe/Berlin.';

let current = 'UTC';

/** The user's zone, as last read. */
export const timezone = () => current;

/** Reads the user's zone. */
export async function loadZone() {
  const { timezone: zone } = await get('/api/v1/users/me');
  showZone(zone);
}

/**
 * Lets the zone be changed.
 * @param onRecounted called when the figures are counted by the new zone
 * @param onError gets what else went wrong than the change itself, such as a session that ended
 */
export function setUpZone(onRecounted, onError) {
  byId('zones').append(...Intl.supportedValuesOf('timeZone').map((zone) => make('option', { value: zone })));
  const change = (zone) => changeZone(zone, onRecounted, onError);
  byId('zone-form').addEventListener('submit', (event) => {
    event.preventDefault();
    change(byId('zone').value.trim());
  });
  byId('zone-hint-use').addEventListener('click', () => change(browserZone));
}

async function changeZone(zone, onRecounted, onError) {
  const input = byId('zone');
  try {
    const { timezone: changed, job_id: id } = await patch('/api/v1/users/me', { timezone: zone });
    input.setAttribute('aria-invalid', 'false');
    showZone(changed);
    tell(`Counting again by the days of ${changed}…`);
    await recounted(id, (trouble) => {
      if (trouble !== '') tell(trouble);
    });
    tell(`Everything is counted by the days of ${changed} now.`);
    onRecounted();
  } catch (error) {
    if (error.status === 401) return onError(error);
    input.setAttribute('aria-invalid', String(error.status === 422));
    tell(error.status === 422 ? UNKNOWN_ZONE : error.message);
  }
}

/** Without an id of its own, the change is taken along by a count that is under way. */
async function recounted(id, onTrouble) {
  const jobId = id ?? (await unfinishedJob('rollup_build'))?.id;
  if (jobId === undefined) return;
  const job = await watchJob(jobId, { onTrouble });
  if (job.status === 'failed') throw new Error(`The zone is changed, but counting again failed: ${job.error_message}`);
}

function tell(sentence) {
  byId('zone-status').textContent = sentence;
}

function showZone(zone) {
  current = zone;
  byId('zone').value = zone;
  byId('zone-hint-text').textContent = `Your browser's clock is in ${browserZone}.`;
  show(byId('zone-hint'), canonical(zone) !== canonical(browserZone));
}

/** One zone has several names: Asia/Calcutta is Asia/Kolkata. */
function canonical(zone) {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}
