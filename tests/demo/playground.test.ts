// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controlCode, embedCode } from '../../demo/playground/code.ts';
import { FRAMEWORKS, frameworkCode } from '../../demo/playground/framework-code.ts';
import { addEntry, detailOf, type LogEntry } from '../../demo/playground/log.ts';
import { OPTION_GROUPS } from '../../demo/playground/option-fields.ts';
import {
  isInvalid,
  KINDS,
  optionsOf,
  readSettings,
  type Settings,
  writeSettings,
} from '../../demo/playground/settings.ts';
import { OPTION_NAMES, parseSnippet } from '../../src/embed/index.ts';
import { anyOptions } from '../embed/arbitrary-options.ts';

const CHOSEN: Settings = {
  kind: 'script',
  texts: { resource: 'episode_id=1', theme: 'dark' },
  onClick: false,
  sandboxed: false,
};
const sourceOf = (settings: Settings) => ({
  options: optionsOf(settings),
  title: 'Letters & "lights"',
  link_url: 'https://site.test/a?b&c',
  widgetUrl: 'https://player.test',
  productName: 'Earshot',
});
const codeOf = (part: Partial<Settings>) => {
  const settings = { ...CHOSEN, ...part };
  return embedCode(settings, sourceOf(settings));
};

describe('OPTION_GROUPS', () => {
  it('has one field for each option but the resource', () => {
    const names = OPTION_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.sort()).toEqual(OPTION_NAMES.filter((name) => name !== 'resource').sort());
  });
});

describe('settings', () => {
  it('start with the first playable resource', () => {
    expect(readSettings('', 'episode_id=4')).toMatchObject({
      kind: 'script',
      texts: { resource: 'episode_id=4' },
    });
  });

  it('are saved in the address', () => {
    fc.assert(
      fc.property(anyOptions, fc.constantFrom(...KINDS), fc.boolean(), (options, kind, onClick) => {
        const texts = Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)]));
        const settings: Settings = { kind, texts, onClick, sandboxed: !onClick };
        const read = readSettings(writeSettings(settings), 'episode_id=1');
        expect({ ...read, texts: optionsOf(read) }).toEqual({
          ...settings,
          texts: { resource: 'episode_id=1', ...optionsOf(settings) },
        });
      }),
    );
  });

  it('report invalid values', () => {
    const settings = { ...CHOSEN, texts: { color: 'reddish', height: '300', t: ' ' } };
    expect(isInvalid(settings, 'color')).toBe(true);
    expect(isInvalid(settings, 'height')).toBe(false);
    expect(isInvalid(settings, 't')).toBe(false);
  });
});

describe('embedCode', () => {
  it.each(['script', 'shortcode', 'iframe'] as const)('writes a %s that can be parsed', (kind) => {
    expect(parseSnippet(codeOf({ kind }))?.options).toMatchObject(optionsOf(CHOSEN));
  });

  it('writes an element that contains a link', () => {
    const texts = { ...CHOSEN.texts, 'hide-logo': 'true', autoplay: 'false' };
    expect(codeOf({ kind: 'element', texts })).toBe(
      '<earshot-player widget-url="https://player.test" resource="episode_id=1" theme="dark" autoplay="false" hide-logo>' +
        '<a href="https://site.test/a?b&amp;c">Listen to "Letters &amp; "lights"" on Earshot.</a></earshot-player>',
    );
  });

  it('writes a facade and a sandbox', () => {
    expect(codeOf({ onClick: true })).toContain(' data-load="click">');
    expect(codeOf({ kind: 'iframe', sandboxed: true })).toContain(
      '<iframe sandbox="allow-scripts" src=',
    );
  });
});

describe('controlCode', () => {
  it.each(KINDS)('writes a script for a page with a %s', (kind) => {
    const code = controlCode(kind, sourceOf(CHOSEN)).replace(/^import .*$/gm, '');
    expect(() => new Function(`return async () => {${code}}`)).not.toThrow();
    expect(code).toContain('player.play()');
  });

  it.each(['', '&theme=dark'])(
    'waits for the player of its own shortcode: episode_id=1%s',
    async (rest) => {
      const frame = (query: string) =>
        `<iframe srcdoc="" src="https://player.test/player?${query}"></iframe>`;
      document.body.innerHTML = frame(`episode_id=10${rest}`);
      const found: unknown[] = [];
      const earshot = {
        widgets: {
          load: async () =>
            document.body.insertAdjacentHTML('beforeend', frame(`episode_id=1${rest}`)),
        },
        player: async (element: unknown) => {
          found.push(element);
          return { on() {}, play: async () => {} };
        },
      };
      const code = controlCode('shortcode', sourceOf({ ...CHOSEN, kind: 'shortcode' }));
      const page = { Earshot: { ready: (fn: (ready: unknown) => void) => fn(earshot) } };
      await new Function('window', 'Earshot', `return (async () => {${code}})()`)(
        page,
        page.Earshot,
      );
      expect(found).toEqual([document.querySelectorAll('iframe')[1]]);
    },
  );
});

describe('addEntry', () => {
  const entry = (name: string) => ({ at: 0, kind: 'event' as const, name, detail: '' });
  const logOf = (...names: string[]) =>
    names.reduce<readonly LogEntry[]>((log, name) => addEntry(log, entry(name)), []);

  it('puts the newest first', () => {
    expect(logOf('play', 'pause').map(({ name }) => name)).toEqual(['pause', 'play']);
  });

  it('counts repeated frequent events in one line', () => {
    const log = logOf('play', 'timeupdate', 'timeupdate', 'pause', 'pause');
    expect(log.map(({ name, count }) => [name, count])).toEqual([
      ['pause', 1],
      ['pause', 1],
      ['timeupdate', 2],
      ['play', 1],
    ]);
  });

  it('drops the oldest entry', () => {
    expect(logOf(...Array.from({ length: 300 }, (_, n) => `e${n}`))).toHaveLength(200);
  });
});

describe('detailOf', () => {
  it('rounds numbers', () => {
    expect(detailOf({ seconds: 1.00049, duration: 2 })).toBe('{"seconds":1,"duration":2}');
  });
});

describe('frameworkCode', () => {
  it.each(FRAMEWORKS)(
    'has every option in its attributes, and no option more: $label',
    ({ value }) => {
      fc.assert(
        fc.property(anyOptions, (options) => {
          const code = frameworkCode(value, { ...sourceOf(CHOSEN), options });
          if (value === 'wordpress') {
            expect(code).toMatch(/^\[earshot type=player /);
            return;
          }
          const box = document.createElement('div');
          box.innerHTML = /<earshot-player[\s\S]*<\/earshot-player>/.exec(code)?.[0] ?? '';
          const names = box.firstElementChild?.getAttributeNames() ?? [];
          expect(names).toEqual([
            'widget-url',
            ...OPTION_NAMES.filter((name) => options[name] !== undefined),
          ]);
          const link = box.querySelector('a');
          expect(link?.textContent).toBe('Listen to Letters & "lights"');
          expect(link?.getAttribute('href')).toBe('https://site.test/a?b&c');
        }),
        { numRuns: 20 },
      );
    },
  );

  it('names no character of a title that a template would run', () => {
    const title = '{{1}} {2} `$3` @if \\ <b>';
    for (const { value } of FRAMEWORKS) {
      const code = frameworkCode(value, { ...sourceOf(CHOSEN), title });
      const [, link = ''] = /Listen to (.*)<\/a>/.exec(code) ?? [];
      expect(link).not.toMatch(/[{}`$@\\<]/);
    }
  });
});
