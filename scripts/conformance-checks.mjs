// `node scripts/conformance-checks.mjs` writes the checks of the kit into docs/conformance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const START = '<!-- checks: written by scripts/conformance-checks.mjs -->';
const END = '<!-- end of checks -->';
const DOCUMENT = fileURLToPath(new URL('../docs/conformance.md', import.meta.url));

const AREAS = [
  ['ranges', 'Audio'],
  ['feed', 'Feed'],
  ['oembed', 'oEmbed'],
  ['player.js', 'Player.js'],
  ['embed', 'Embedded player'],
];

/** The document, with a table for each part of a host between its two markers. */
export function withChecks(document, checks) {
  const tables = AREAS.map(([area, name]) => {
    const rows = checks
      .filter(({ id }) => id.startsWith(`${area}/`))
      .map(
        ({ id, level, says, source }) => `| \`${id}\` | ${level} | ${says} | [source](${source}) |`,
      );
    return [`### ${name}`, '', '| check | level | | |', '|---|---|---|---|', ...rows].join('\n');
  });
  const [before, rest = ''] = document.split(START);
  return `${before}${START}\n\n${tables.join('\n\n')}\n\n${END}${rest.split(END)[1]}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ALL_CHECKS } = await tsImport('../kit/conform.ts', import.meta.url);
  writeFileSync(DOCUMENT, withChecks(readFileSync(DOCUMENT, 'utf8'), ALL_CHECKS));
}
