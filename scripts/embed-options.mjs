// `node scripts/embed-options.mjs` writes the table of src/embed/option-table.ts into docs/embed.md and into
// integrations/wordpress/options.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const START = '<!-- options: written by scripts/embed-options.mjs -->';
const END = '<!-- end of options -->';
const DOCUMENT = fileURLToPath(new URL('../docs/embed.md', import.meta.url));
const PLUGIN = fileURLToPath(new URL('../integrations/wordpress/options.json', import.meta.url));

/** The document, with the current table between its two markers. */
export function withOptions(document, { OPTION_TABLE }) {
  const rows = Object.entries(OPTION_TABLE).map(
    ([name, { values, fallback, description }]) =>
      `| \`${name}\` | ${values} | ${fallback} | ${description} |`,
  );
  const table = ['| option | values | default | |', '|---|---|---|---|', ...rows].join('\n');
  const [before, rest = ''] = document.split(START);
  return `${before}${START}\n${table}\n${END}${rest.split(END)[1]}`;
}

/** Each option's name and the pattern of its values, as JSON for the plugin. */
export function pluginOptions({ OPTION_TABLE, LOAD_FORM }) {
  const rows = [...Object.entries(OPTION_TABLE), ['load', { form: LOAD_FORM }]];
  const forms = rows.map(([name, { form }]) => [name, form.source]);
  return `${JSON.stringify(Object.fromEntries(forms), null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await tsImport('../src/embed/option-table.ts', import.meta.url);
  writeFileSync(DOCUMENT, withOptions(readFileSync(DOCUMENT, 'utf8'), table));
  writeFileSync(PLUGIN, pluginOptions(table));
}
