/** Choosing export files and sending them. */
import { refusal } from './api.js';
import { announce, byId, say, setProgress, show } from './dom.js';
import * as format from './format.js';

const CUT_OFF =
  'The upload was cut off: the connection broke, or the service turned the files away, for instance because they are ' +
  'larger than it takes. Check the connection and try again, with fewer files at once.';
const FOLDER = 'That is a folder. Drop the .zip as it came, or the files that are inside the folder.';

/**
 * Lets files be chosen or dropped, and sends them at once.
 * @param onJob gets the id of the import that the service has started with them
 * @param onError gets what else went wrong than the upload itself, such as a session that ended
 */
export function setUpUpload(onJob, onError) {
  const input = byId('files');
  const start = async (files) => {
    if (files.length === 0 || input.disabled) return;
    input.disabled = true;
    say(byId('upload-problem'), '');
    try {
      const job = await send(files);
      if (job !== undefined) onJob(job.job_id);
    } catch (error) {
      if (error.status === 401) onError(error);
      else say(byId('upload-problem'), error.message);
    } finally {
      input.disabled = false;
      input.value = '';
      show(byId('upload'), false);
    }
  };
  input.addEventListener('change', () => start([...input.files]));
  acceptDrops(start);
}

function acceptDrops(start) {
  const area = byId('drop');
  const over = (event) => {
    event.preventDefault();
    area.classList.add('over');
  };
  area.addEventListener('dragenter', over);
  area.addEventListener('dragover', over);
  area.addEventListener('dragleave', () => area.classList.remove('over'));
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('over');
    const items = [...event.dataTransfer.items];
    if (items.some((item) => item.webkitGetAsEntry()?.isDirectory)) say(byId('upload-problem'), FOLDER);
    else start([...event.dataTransfer.files]);
  });
}

/**
 * Sends files as one import; XMLHttpRequest, because only it tells how far an upload has got.
 * @returns the answer, or undefined when the upload was called off
 */
function send(files) {
  const form = new FormData();
  for (const file of files) form.append('file', file);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const what = `${format.count(files.length, 'file')} (${format.size(total)})`;
  const text = byId('upload-text');
  const request = new XMLHttpRequest();
  request.open('POST', '/api/v1/history/import');
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total: all }) => {
    setProgress(byId('upload-bar'), loaded / all);
    text.textContent = `Uploading ${what}: ${format.percent(loaded / all)}`;
  });
  request.upload.addEventListener('load', () => {
    setProgress(byId('upload-bar'), null);
    text.textContent = `Uploaded ${what}. Counting the records…`;
  });

  text.textContent = `Uploading ${what}`;
  setProgress(byId('upload-bar'), 0);
  byId('upload-cancel').onclick = () => request.abort();
  show(byId('upload'));
  announce(`Uploading ${what}`);
  return new Promise((resolve, reject) => {
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(refusal(request.status, request.responseText, request.getResponseHeader('retry-after')));
    };
    request.onerror = () => reject(new Error(CUT_OFF));
    request.onabort = () => resolve(undefined);
    request.send(form);
  });
}
