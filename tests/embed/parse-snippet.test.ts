import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EmbedOptions,
  type EmbedSource,
  iframeSnippet,
  parseSnippet,
  readOptions,
  type SnippetKind,
  scriptSnippet,
  shortcodeSnippet,
} from '../../src/embed/index.ts';
import { PROPERTY_RUNS } from '../helpers/property-runs.ts';
import { anyOptions } from './arbitrary-options.ts';

const WRITERS = { script: scriptSnippet, shortcode: shortcodeSnippet, iframe: iframeSnippet };
const KINDS = Object.keys(WRITERS) as SnippetKind[];
const HOST = {
  title: 'One',
  link_url: 'https://site.test/1',
  widgetUrl: 'https://w.test',
  productName: 'Earshot',
};

const understood = (options: EmbedOptions) => ({
  width: '100%',
  height: '200px',
  ...readOptions((name) => (options[name] === undefined ? null : String(options[name]))),
});

const anySource: fc.Arbitrary<EmbedSource> = fc.record({
  options: anyOptions,
  title: fc.string({ unit: 'binary' }),
  link_url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  widgetUrl: fc.constantFrom('https://w.test', 'http://localhost:4000', 'https://w.test/a/b'),
  productName: fc.constantFrom('Earshot', 'Rock & Roll "FM"'),
});

describe.each(KINDS)('parseSnippet of %s', (kind) => {
  const write = WRITERS[kind];

  it('parses every set of options, and writes the same snippet again', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const snippet = write(source);
        const parsed = parseSnippet(`<p>Listen:</p>\n${snippet}\n<p>Bye</p>`);
        expect(parsed?.kind).toBe(kind);
        expect(parsed?.options).toEqual(understood(source.options));
        expect(write({ ...source, ...parsed })).toBe(snippet);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it.each(['https://a.test/?&#0;', 'https://a.test/?a=1&lt;=2&amp;b', 'https://a.test/?a=1&b=2'])(
    'keeps the cover %s as it is',
    (cover) => {
      const options = { resource: 'episode_id=1', cover } as const;
      expect(parseSnippet(write({ ...HOST, options }))?.options.cover).toBe(cover);
    },
  );

  it('converts to the two other kinds and back', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        let source = { ...HOST, options };
        for (const other of [...KINDS, kind]) {
          source = { ...HOST, ...parseSnippet(WRITERS[other](source)) } as typeof source;
        }
        expect(write(source)).toBe(write({ ...HOST, options }));
      }),
    );
  });
});

describe('parseSnippet', () => {
  it('reads all parts of the script snippet', () => {
    const source = { ...HOST, title: 'A "b" <i> & c', options: { resource: 'show_id=3' } };
    expect(parseSnippet(scriptSnippet(source))).toMatchObject({
      kind: 'script',
      title: 'A "b" <i> & c',
      link_url: 'https://site.test/1',
      widgetUrl: 'https://w.test',
      productName: 'Earshot',
    });
  });

  it.each([
    `<A data-theme=dark DATA-RESOURCE='episode_id=1' class="x earshot-player y">Hear it</A>`,
    `<a\nclass='earshot-player'\n data-theme="dark" data-resource="episode_id&#61;1" href=/x >Hear it`,
    `<iframe data-src="https://w.test/player?theme=dark&amp;episode_id=1"></iframe>`,
    `<iframe title="a > b" src='https://w.test/player?resource=episode_id%3D1&theme=dark'>`,
    `[earshot resource=episode_id=1 theme=dark]`,
  ])('accepts other spellings: %s', (snippet) => {
    expect(parseSnippet(snippet)?.options).toMatchObject({
      resource: 'episode_id=1',
      theme: 'dark',
    });
  });

  it.each([
    '',
    'Just text.',
    '<a href="/x" data-resource="episode_id=1">no class</a>',
    '<a class="earshot-player" data-resource="episode_id=0">no episode</a>',
    '<a class="earshot-player" data-resource="episode_id=1&amp;show_id=2">two at once</a>',
    '<iframe src="https://evil.test/frame?episode_id=1"></iframe>',
    '<iframe src="javascript:alert(1)//player?episode_id=1"></iframe>',
    '[earshot resource="episode_id=1" resource="show_id=2"]',
    '[earshotx resource="episode_id=1"]',
  ])('finds nothing in: %s', (text) => {
    expect(parseSnippet(text)).toBeNull();
  });

  it('skips other code before the snippet', () => {
    const text = `<a class="earshot-player">?</a>[earshot][earshot resource="show_id=2"]`;
    expect(parseSnippet(text)?.options.resource).toBe('show_id=2');
  });

  it('never throws, and returns only valid options', () => {
    const pieces = fc.constantFrom(
      ...['<a ', '<iframe ', 'class="earshot-player"', ' data-resource=', 'src=', '"', "'", '>'],
      ...['[earshot ', ']', '\\', '&#x110000;', '&quot;', '=', 'https://w.test/player?', '<', '%'],
    );
    const text = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary' })))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (snippet) => {
        const parsed = parseSnippet(snippet);
        if (parsed) expect(parsed.options.resource).toMatch(/^(episode|show)_id=[1-9]\d*$/);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
