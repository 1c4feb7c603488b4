// `node scripts/embed-options.mjs` writes the table of src/embed/option-table.ts into docs/embed.md, into
// integrations/wordpress/options.json, and into the two files by which editors know `<earshot-player>`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const START = '<!-- options: written by scripts/embed-options.mjs -->';
const END = '<!-- end of options -->';
const DOCUMENT = fileURLToPath(new URL('../docs/embed.md', import.meta.url));
const PLUGIN = fileURLToPath(new URL('../integrations/wordpress/options.json', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../src/embed/custom-elements.json', import.meta.url));
const EDITOR_DATA = fileURLToPath(new URL('../src/embed/html-custom-data.json', import.meta.url));

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

const camelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const plain = (markdown) => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** The attributes of `<earshot-player>` that are no options. */
const OWN_ATTRIBUTES = [
  ['widget-url', 'Origin of the player page, an http(s) address.'],
  ['src', 'The address of a player page, instead of widget-url and resource.'],
  [
    'preload',
    'none: the player loads with play(), and the content stays until then.',
    ['none', 'metadata', 'auto'],
  ],
  ['crossorigin', 'Kept for controls of media elements, without effect.'],
  ['loop', 'Starts again at the end.', []],
  ['muted', 'Begins without sound.', []],
];

/** Each attribute with its description and, if there are few, its values. An empty list is a flag without a value. */
function attributesOf({ OPTION_TABLE }) {
  const options = Object.entries(OPTION_TABLE)
    .filter(([name]) => name !== 'continue') // of the script snippet
    .map(([name, { description, fallback, choices }]) => {
      return [name, `${plain(description)} Default: ${plain(fallback)}.`, choices];
    });
  return [...OWN_ATTRIBUTES, ...options].map(([name, description, values]) => ({
    name,
    description,
    values,
  }));
}

const ABOUT = 'A podcast player with the interface of HTMLMediaElement.';
const NUMBER = ['currentTime', 'volume', 'playbackRate'];
const READONLY = {
  duration: 'number',
  readyState: 'number',
  paused: 'boolean',
  ended: 'boolean',
  seeking: 'boolean',
  currentSrc: 'string',
  error: '{ code: number, message: string } | null',
  buffered: 'TimeRanges',
  seekable: 'TimeRanges',
  textTracks: 'ElementTrackList',
  controller: 'EmbedController | null',
};
const EVENTS = [
  ...['play', 'playing', 'pause', 'ended', 'timeupdate', 'seeking', 'seeked', 'waiting'],
  ...['durationchange', 'loadstart', 'loadedmetadata', 'emptied', 'volumechange', 'ratechange'],
  ...['progress', 'error', 'statechange', 'episodechange'],
];

/** https://github.com/webcomponents/custom-elements-manifest */
export function elementsManifest(table) {
  const attributes = attributesOf(table);
  const path = 'dist/embed.js';
  const name = 'EarshotPlayerElement';
  const field = (name, text, rest = {}) => ({ kind: 'field', name, type: { text }, ...rest });
  const declaration = {
    kind: 'class',
    name,
    tagName: 'earshot-player',
    customElement: true,
    description: ABOUT,
    attributes: attributes.map(({ name, description, values }) => ({
      name,
      description,
      fieldName: name === 'crossorigin' ? 'crossOrigin' : camelCase(name),
      type: {
        text: values?.length
          ? values.map((value) => `'${value}'`).join(' | ')
          : values
            ? 'boolean'
            : 'string',
      },
    })),
    members: [
      ...NUMBER.map((name) => field(name, 'number')),
      ...Object.entries(READONLY).map(([name, text]) => field(name, text, { readonly: true })),
      { kind: 'method', name: 'play', return: { type: { text: 'Promise<void>' } } },
      { kind: 'method', name: 'pause' },
      { kind: 'method', name: 'load' },
    ],
    events: EVENTS.map((name) => ({
      name,
      type: { text: name === 'statechange' || name === 'episodechange' ? 'CustomEvent' : 'Event' },
    })),
    slots: [{ name: '', description: 'Shown while there is no player.' }],
  };
  const definition = {
    kind: 'custom-element-definition',
    name: 'earshot-player',
    declaration: { name, module: path },
  };
  const module = {
    kind: 'javascript-module',
    path,
    declarations: [declaration],
    exports: [definition],
  };
  return toJson({ schemaVersion: '1.0.0', modules: [module] });
}

/** https://code.visualstudio.com/blogs/2020/02/24/custom-data-format */
export function editorData(table) {
  const attributes = attributesOf(table).map(({ name, description, values }) => ({
    name,
    description,
    ...(values?.length ? { values: values.map((value) => ({ name: value })) } : {}),
    ...(values?.length === 0 ? { valueSet: 'v' } : {}),
  }));
  return toJson({
    version: 1.1,
    tags: [{ name: 'earshot-player', description: ABOUT, attributes }],
  });
}

const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await tsImport('../src/embed/option-table.ts', import.meta.url);
  writeFileSync(DOCUMENT, withOptions(readFileSync(DOCUMENT, 'utf8'), table));
  writeFileSync(PLUGIN, pluginOptions(table));
  writeFileSync(MANIFEST, elementsManifest(table));
  writeFileSync(EDITOR_DATA, editorData(table));
}
