// `node scripts/build-target.mjs player` builds one target of rollup.config.mjs in its own process. `build.mjs` also names
// the file for its stamp, and the fingerprint of its sources.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { written } from '../rollup/plugins/publish.mjs';
import { targets } from '../rollup.config.mjs';

const [name = '', stamp, sources] = process.argv.slice(2);
const parts = targets[name];
if (!parts)
  fail(`There is no target "${name}". The targets are ${Object.keys(targets).join(', ')}.`);
const files = [];
for (const part of await parts()) {
  try {
    const bundle = await rollup(part);
    const { output } = await bundle.write(part.output);
    files.push(...output.map(({ fileName }) => join(part.output.dir, fileName)));
    await bundle.close();
  } catch (error) {
    const place = error.loc ? ` (${error.loc.file}:${error.loc.line})` : '';
    fail(`${name} could not be built: ${error.message}${place}`);
  }
}
if (stamp) writeFileSync(stamp, JSON.stringify({ sources, files: [...files, ...written] }));

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
