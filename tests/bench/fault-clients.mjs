// Listeners and readers of one host: `node fault-clients.mjs <options as JSON>`. Every number that the parent sends begins
// a new period, and the counts of the one before are sent back.
import { Agent, request } from 'node:http';

const { url, listeners, audio, size, pages, api, writer, writePath } = JSON.parse(process.argv[2]);
/** 64 kB are four seconds of 128 kbit/s. */
const RANGE_BYTES = 65_536;
const RANGE_EVERY_MS = 4_000;
const EPISODE_EVERY_MS = 60_000;
const READS_PER_SECOND = 20; // of pages, and of the API
const WRITES_PER_SECOND = 4;
const GIVE_UP_MS = 10_000;

const agent = new Agent({ keepAlive: true, maxSockets: 500 });
const KINDS = ['audio', 'pages', 'api', 'writes'];
const newCounts = () => ({ times: [], failed: 0, reasons: {} });
let counts;
const reset = () => {
  counts = Object.fromEntries(KINDS.map((kind) => [kind, newCounts()]));
};
reset();

/** Sends a request, and notes how long it takes and whether it fails. */
function ask(kind, path, options = {}) {
  const startedAt = performance.now();
  const mine = counts[kind];
  const end = (reason) => {
    if (reason) {
      mine.failed += 1;
      mine.reasons[reason] = (mine.reasons[reason] ?? 0) + 1;
    } else mine.times.push(performance.now() - startedAt);
  };
  send(path, options, end);
}

function send(path, options, end) {
  const { method = 'GET', headers = {}, body } = options;
  const asked = request(url + path, { agent, method, headers, timeout: GIVE_UP_MS }, (answer) => {
    answer
      .resume()
      .on('end', () => end(answer.statusCode >= 400 ? answer.statusCode : null))
      .on('error', () => end('cut'));
  });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  asked.on('error', ({ code, message }) => {
    // Like a browser: the server may have closed an idle connection at that moment.
    if (code === 'ECONNRESET' && asked.reusedSocket) send(path, options, end);
    else end(code ?? message);
  });
  asked.end(body);
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const every = (milliseconds, act) => {
  setTimeout(() => {
    act();
    setInterval(act, milliseconds);
  }, Math.random() * milliseconds);
};

for (let listener = 0; listener < listeners; listener++) {
  let position = Math.floor((Math.random() * size) / RANGE_BYTES) * RANGE_BYTES;
  every(EPISODE_EVERY_MS, () => ask('pages', pages[0]));
  every(RANGE_EVERY_MS, () => {
    position = position + RANGE_BYTES < size ? position + RANGE_BYTES : 0;
    const last = Math.min(position + RANGE_BYTES, size) - 1;
    ask('audio', audio, { headers: { Range: `bytes=${position}-${last}` } });
  });
}
every(1_000 / READS_PER_SECOND, () => ask('pages', pick(pages)));
every(1_000 / READS_PER_SECOND, () => ask('api', pick(api)));
let comments = 0;
every(1_000 / WRITES_PER_SECOND, () => {
  const body = JSON.stringify({ text: `Comment ${++comments}` });
  const headers = { Authorization: `Bearer ${writer}`, 'Content-Type': 'application/json' };
  ask('writes', writePath, { method: 'POST', headers, body });
});

process.on('message', () => {
  process.send(counts);
  reset();
});
process.on('disconnect', () => process.exit());
