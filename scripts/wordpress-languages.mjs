// `node scripts/wordpress-languages.mjs` updates the plugin's languages/: it lists the texts of the sources in
// earshot.pot, and compiles each earshot-{locale}.po to the .mo that WordPress reads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLUGIN = fileURLToPath(new URL('../integrations/wordpress', import.meta.url));
const LANGUAGES = join(PLUGIN, 'languages');

const IN_PHP = /\b(?:esc_html|esc_attr)?__\(\s*'((?:[^'\\]|\\.)*)',\s*'earshot'\s*\)/g;
/** The gettext contexts that WordPress uses for the texts of a block.json. */
const BLOCK_CONTEXTS = {
  title: 'block title',
  description: 'block description',
  keywords: 'block keyword',
};
/** Separates a text from its context (gettext manual, 10.3). */
const CONTEXT_END = '\u0004';

/** Keys of all texts in the plugin: the text, preceded by its context if it has one. */
export function findTexts() {
  const php = readdirSync(PLUGIN, { recursive: true })
    .filter((name) => name.endsWith('.php'))
    .sort()
    .map((name) => readFileSync(join(PLUGIN, name), 'utf8'));
  const block = JSON.parse(readFileSync(join(PLUGIN, 'block/block.json'), 'utf8'));
  const texts = [
    / \* Description: +(.+)/.exec(php.find((text) => text.includes('Plugin Name:')))[1],
    ...php.flatMap((text) =>
      [...text.matchAll(IN_PHP)].map(([, one]) => one.replace(/\\(.)/g, '$1')),
    ),
    ...Object.entries(BLOCK_CONTEXTS).flatMap(([field, context]) =>
      [block[field]].flat().map((text) => context + CONTEXT_END + text),
    ),
  ];
  return [...new Set(texts)];
}

/** Entries of a .po file by key. The empty key is the header. The plugin uses no plural forms. */
export function readPo(text) {
  const entries = new Map();
  for (const paragraph of text.split(/\n{2,}/)) {
    const fields = {};
    let field = '';
    for (const line of paragraph.split('\n')) {
      const [, name = field, quoted] = /^(msgctxt|msgid|msgstr)?\s*(".*")$/.exec(line) ?? [];
      if (!quoted) continue;
      field = name;
      fields[field] = (fields[field] ?? '') + JSON.parse(quoted);
    }
    if (fields.msgid === undefined) continue;
    const context = fields.msgctxt === undefined ? '' : fields.msgctxt + CONTEXT_END;
    entries.set(context + fields.msgid, fields.msgstr);
  }
  return entries;
}

const HEAD_BYTES = 28;
const ENTRY_BYTES = 8;

/** The binary form (gettext manual, 10.3), without a hash table. */
export function writeMo(entries) {
  const sorted = [...entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const originalsAt = HEAD_BYTES;
  const translationsAt = originalsAt + sorted.length * ENTRY_BYTES;
  const textsAt = translationsAt + sorted.length * ENTRY_BYTES;
  const head = Buffer.alloc(textsAt);
  [0x950412de, 0, sorted.length, originalsAt, translationsAt, 0, textsAt].forEach(
    (value, index) => {
      head.writeUInt32LE(value, index * 4);
    },
  );
  const parts = [head];
  let offset = textsAt;
  for (const [side, tableAt] of [originalsAt, translationsAt].entries()) {
    for (const [index, entry] of sorted.entries()) {
      const text = Buffer.from(`${entry[side]}\0`);
      head.writeUInt32LE(text.length - 1, tableAt + index * ENTRY_BYTES);
      head.writeUInt32LE(offset, tableAt + index * ENTRY_BYTES + 4);
      offset += text.length;
      parts.push(text);
    }
  }
  return Buffer.concat(parts);
}

/** The template that translators start from. */
export function writePot(texts) {
  const entries = texts.map((key) => {
    const [text, context] = key.split(CONTEXT_END).reverse();
    const first = context === undefined ? '' : `msgctxt ${JSON.stringify(context)}\n`;
    return `${first}msgid ${JSON.stringify(text)}\nmsgstr ""\n`;
  });
  const head = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n`;
  return [head, ...entries].join('\n');
}

/** The expected content of languages/, by file name. */
export function makeLanguages() {
  const files = new Map([['earshot.pot', Buffer.from(writePot(findTexts()))]]);
  for (const name of readdirSync(LANGUAGES).filter((one) => one.endsWith('.po'))) {
    const entries = readPo(readFileSync(join(LANGUAGES, name), 'utf8'));
    files.set(name.replace(/po$/, 'mo'), writeMo(entries));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of makeLanguages()) writeFileSync(join(LANGUAGES, name), content);
}
