// `node scripts/build-target.mjs player` builds one target of rollup.config.mjs in its own process.

import { rollup } from 'rollup';
import { targets } from '../rollup.config.mjs';

const [name = ''] = process.argv.slice(2);
const parts = targets[name];
if (!parts)
  fail(`There is no target "${name}". The targets are ${Object.keys(targets).join(', ')}.`);
for (const part of parts) {
  try {
    const bundle = await rollup(part);
    await bundle.write(part.output);
    await bundle.close();
  } catch (error) {
    const place = error.loc ? ` (${error.loc.file}:${error.loc.line})` : '';
    fail(`${name} could not be built: ${error.message}${place}`);
  }
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
