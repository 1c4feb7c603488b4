// Memory of the idle server process (resident set, without its database): after the first start, which loads the
// samples, after a later start, and after one request for every public page.
import { startProduct } from './bench-product.mjs';
import { say, sayTable } from './report.mjs';
import { residentMb } from './server-memory.mjs';

const TARGET_MB = 120;
const RESTS_FOR_MS = 30_000; // V8 releases memory some seconds after the last work
const PAGES = [
  '/',
  '/player?episode_id=1',
  '/api/v2/episodes/1',
  '/api/v2/shows',
  '/api/openapi.json',
];

const product = await startProduct();
const rows = [['server process', 'at once', `after ${RESTS_FOR_MS / 1_000} s of rest`, 'target']];

async function measure(name) {
  const before = await residentMb(product.pid);
  await new Promise((resolve) => setTimeout(resolve, RESTS_FOR_MS));
  const after = await residentMb(product.pid);
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
