// Memory of the server process at rest (resident set, without its database): after the first start, which loads the
// samples, after a later start, and after every public page was asked for once.
import { readFile } from 'node:fs/promises';
import { startProduct } from './bench-product.mjs';
import { giveUp, say, sayTable } from './report.mjs';

const TARGET_MB = 120;
const RESTS_FOR_MS = 30_000; // V8 gives memory back some seconds after the last work
const PAGES = [
  '/',
  '/player?episode_id=1',
  '/api/v2/episodes/1',
  '/api/v2/shows',
  '/api/openapi.json',
];

/** Megabytes of a process, as the system counts them. */
async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() =>
    giveUp('this system does not tell the memory of a process.'),
  );
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

const product = await startProduct();
const rows = [['server process', 'at once', `after ${RESTS_FOR_MS / 1_000} s of rest`, 'target']];

async function measure(name) {
  const before = await residentMegabytes(product.pid);
  await new Promise((resolve) => setTimeout(resolve, RESTS_FOR_MS));
  const after = await residentMegabytes(product.pid);
  const [first, second] = [before, after].map((megabytes) => `${Math.round(megabytes)} MB`);
  rows.push([name, first, second, `under ${TARGET_MB} MB`]);
}

await measure('first start, with the samples');
await product.restart();
await measure('later start');
for (const page of PAGES) await (await fetch(product.site + page)).arrayBuffer();
await measure('every kind of page asked once');
await product.stop();
sayTable(rows);
say();
