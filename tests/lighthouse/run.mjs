// `npm run lighthouse` prints Lighthouse's scores of the most read pages, on a phone with a slow network, which is
// its default. `npm run lighthouse -- home` checks one page. The status is 1 if a score is below 95. Lighthouse is not
// installed with the other packages, because it takes 170 MB: npx downloads it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL, buildIfNeeded } from '../../scripts/build.mjs';
import { runNpx } from '../../scripts/run-npm.mjs';
import { launchChromium } from '../bench/bench-browsers.mjs';
import { freePort } from '../bench/bench-product.mjs';
import { say } from '../bench/report.mjs';
import { startPhotographed } from '../screenshots/product.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

await buildIfNeeded(ALL);
const product = await startPhotographed();
const port = Number(await freePort());
const folder = mkdtempSync(join(tmpdir(), 'earshot-lighthouse-'));
const output = join(folder, 'result.json');
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
try {
  const { author } = product.members;
  const all = {
    home: { path: '/' },
    show: { path: '/show/field-notes-on-sound' },
    episode: { path: '/user/mara-lindqvist/why-rooms-sing' },
    dashboard: { path: '/dashboard', cookie: author.cookie },
  };
  const wanted = process.argv.slice(2);
  for (const [name, page] of Object.entries(all)) {
    if (wanted.length === 0 || wanted.includes(name)) report(name, await look(page));
  }
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function look({ path, cookie }) {
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  // The address comes first: the option of the categories would take it for one more of them.
  const page = [product.site + path, `--only-categories=${CATEGORIES.join(',')}`, ...headers];
  const written = ['--quiet', '--output=json', `--output-path=${output}`];
  await runNpx([LIGHTHOUSE], 'lighthouse', ...page, `--port=${port}`, ...written);
  const result = JSON.parse(readFileSync(output, 'utf8'));
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  return result;
}

function report(name, { categories, audits }) {
  const scores = CATEGORIES.map((id) => [id, Math.round(categories[id].score * 100)]);
  say(`${name}: ${scores.map(([id, score]) => `${id} ${score}`).join(', ')}`);
  for (const [id, score] of scores) {
    if (score < 100) sayWhy(categories[id], audits);
    if (score < LEAST) process.exitCode = 1;
  }
}

/** The audits that cost points. */
function sayWhy({ auditRefs }, audits) {
  for (const { id, weight } of auditRefs) {
    const { score, title, displayValue = '' } = audits[id];
    if (weight === 0 || score === null || score >= 0.9) continue;
    say(`  ${id} ${Math.round(score * 100)}: ${title} ${displayValue}`);
    for (const { node } of audits[id].details?.items?.slice(0, 5) ?? []) {
      if (node) say(`    ${node.selector}: ${node.explanation ?? node.snippet}`);
    }
  }
}
