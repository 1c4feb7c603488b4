// A process that writes rows into the log of requests for audio, as the servers of a busy host do together:
// `node write-audio-log.mjs <options as JSON>` writes until it gets a message, and answers with the rows per second.
import { randomBytes, randomUUID } from 'node:crypto';
import { tsImport } from 'tsx/esm/api';

const BATCH_ROWS = 1_000; // as the server's
const AT_ONCE = 4; // servers

const { databaseUrl, sha256, episodeId, rowsPerSecond } = JSON.parse(process.argv[2]);
const source = (name) => tsImport(`../../server/src/${name}.ts`, import.meta.url);
const { openDatabase } = await source('platform/database/database');
const { createPostgresLog } = await source('features/numbers/open-log');

const opened = await openDatabase({ databaseUrl, dataDir: '' });
const log = createPostgresLog(opened.database);
await log.prepare([new Date().toISOString().slice(0, 10)]);

/** Made once: random numbers take longer than a batch. */
const people = Array.from({ length: BATCH_ROWS }, (_, index) => ({
  sha256,
  episodeId,
  method: 'GET',
  status: 206,
  rangeFirst: 0,
  bytesSent: 65_536,
  agent: `Pod/${index % 40}`,
  referrerHost: '',
  placement: '',
  country: 'IT',
  isHosting: false,
  who: randomBytes(16),
  whoBefore: randomBytes(16),
}));

let isOver = false;
let written = 0;
let due = performance.now();
const startedAt = due;

async function write() {
  while (!isOver) {
    due += (BATCH_ROWS / rowsPerSecond) * 1_000;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    else if (early < -1_000) due = performance.now(); // too slow for this rate
    const at = new Date();
    written += await log.write({
      id: randomUUID(),
      rows: people.map((row) => ({ ...row, at })),
      lists: null,
    });
  }
}

const writing = Promise.all(Array.from({ length: AT_ONCE }, write));
process.once('message', async () => {
  isOver = true;
  await writing;
  const seconds = (performance.now() - startedAt) / 1_000;
  await opened.close();
  process.send(written / seconds, () => process.exit(0));
});
process.send('ready');
