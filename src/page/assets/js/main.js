/** The page's start: who is there, and which parts they see. */
import { byId, say, show } from './dom.js';
import { loadFigures } from './figures.js';
import { resumeImport, watchImport } from './import.js';
import { unfinishedJob, watchJob } from './job.js';
import { arriveFromLogin, currentSession, signOut } from './session.js';
import { setUpUpload } from './upload.js';
import { loadZone, setUpZone, timezone } from './zone.js';

/** Jobs that change the figures by themselves, and what they are doing. */
const FIGURE_JOBS = {
  initial: 'Copying your recent plays from the music platform…',
  rollup_build: 'Counting your plays again…',
};

const importContext = { timezone, onEnd: reloadFigures, onError: endSession };

function enter({ user, platform_linked: linked }) {
  byId('user-name').textContent = user.display_name || user.platform_id;
  show(byId('reconnect'), !linked);
  show(byId('account'));
  show(byId('signed-out'), false);
  show(byId('dashboard'));
}

function leave(sentence) {
  show(byId('account'), false);
  show(byId('dashboard'), false);
  show(byId('signed-out'));
  say(byId('notice'), sentence);
}

/** What to do with a failure that no part of the page has shown: a session that ended, or something unforeseen. */
function endSession(error) {
  if (error.status === 401) leave(error.message);
  else say(byId('notice'), error.message);
}

function reloadFigures() {
  return loadFigures(timezone()).catch(endSession);
}

/** Shows that a job works on the figures, and loads them again when it has ended. */
async function awaitFigureJob(type) {
  const unfinished = await unfinishedJob(type);
  if (unfinished === undefined) return;
  const note = byId('figures-work');
  say(note, FIGURE_JOBS[type]);
  const job = await watchJob(unfinished.id);
  say(note, job.status === 'failed' ? `${FIGURE_JOBS[type]} This did not work: ${job.error_message}` : '');
  await reloadFigures();
}

async function start() {
  const arrival = arriveFromLogin();
  const session = await currentSession();
  if (!session.authenticated) {
    leave(session.signedOut ? 'You are signed out.' : arrival);
    return;
  }
  enter(session);
  say(byId('notice'), arrival);
  await loadZone();
  const jobs = [resumeImport(importContext), ...Object.keys(FIGURE_JOBS).map(awaitFigureJob)];
  await Promise.all([reloadFigures(), ...jobs]);
}

byId('periods').addEventListener('change', reloadFigures);
setUpUpload((id) => watchImport(id, importContext).catch(endSession), endSession);
setUpZone(reloadFigures, endSession);
byId('sign-out').addEventListener('click', () => {
  signOut().catch(endSession);
});
start().catch(endSession);
