import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PACKAGES = ['src/i18n', 'site/src/i18n', 'server/src/i18n'];
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'earshot-language-'));
  for (const path of ['package.json', 'src', 'site/src/i18n', 'server/src/i18n'])
    cpSync(path, join(copy, path), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync(copy, join(copy, 'node_modules/earshot'));
  for (const name of ['react', 'idb-keyval', 'qr', 'hls.js'])
    symlinkSync(join(process.cwd(), 'node_modules', name), join(copy, 'node_modules', name));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** As in CONTRIBUTING: a copy of each `en.json`, and one line of the table. */
function addEsperanto(): void {
  for (const folder of PACKAGES) {
    const english = readFileSync(join(copy, folder, 'en.json'), 'utf8');
    writeFileSync(join(copy, folder, 'eo.json'), english.replaceAll(/": "/g, '": "¡'));
  }
  const table = join(copy, 'src/i18n/languages.ts');
  const lines = readFileSync(table, 'utf8');
  writeFileSync(table, lines.replace('  en: {},\n', '  en: {},\n  eo: {},\n'));
}

const PROBE = `
import { loadEach, loadMessages, resolveLanguage } from './src/i18n/languages.ts';
import { loadTexts } from './site/src/i18n/texts.ts';
import { textIn } from './server/src/i18n/texts.ts';
const language = resolveLanguage('tlh, eo-XX;q=0.7, it;q=0.2');
console.log(JSON.stringify([
  language,
  (await loadMessages(language)).player.play,
  (await loadTexts(language)).site.skip,
  (await loadEach(loadTexts)).eo.site.skip,
  textIn(language, 'accounts', 'connect_window_done'),
]));
`;

it('a new language is one file for each package and one line of a table', () => {
  addEsperanto();
  writeFileSync(join(copy, 'probe.mts'), PROBE);
  const tsx = join(process.cwd(), 'node_modules/tsx/dist/loader.mjs');
  const said = execFileSync(
    process.execPath,
    ['--import', tsx, '--conditions', 'earshot-source', '--preserve-symlinks', 'probe.mts'],
    { cwd: copy, encoding: 'utf8' },
  );
  expect(JSON.parse(said)).toEqual([
    'eo',
    '¡Play',
    '¡Skip to content',
    '¡Skip to content',
    '¡You can close this window.',
  ]);
});
