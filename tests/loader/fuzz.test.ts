// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { replaceShortcodes } from '../../loader/replace-shortcodes.ts';
import { findShortcodes, OPTION_NAMES, playerUrl, readOptions } from '../../src/embed/index.ts';
import { PROPERTY_RUNS } from '../helpers/property-runs.ts';

vi.setConfig({ testTimeout: 60_000 });

const HOST = 'https://w.test';
vi.mock('../../loader/own-address.ts', () => ({
  widgetUrl: 'https://w.test',
  playerPage: 'https://w.test/player?',
}));
// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});
vi.spyOn(console, 'warn').mockImplementation(() => {});

const hostile = fc.oneof(
  fc.constantFrom(
    ...['javascript:alert(1)', 'data:text/html,<script>pwned=1</script>', '//evil.test/player?'],
    ...['https://w.test/player?', 'https://w.test.evil.test/player?', 'https://w.test@evil.test/'],
    ...[
      'https://w.test/player/../evil?',
      'https://w.test\\@evil.test/player?',
      'http://w.test/player?',
    ],
    ...[
      '\u0000',
      '\ud800',
      '"><script>pwned=1</script>',
      '<img src=x onerror=pwned=1>',
      '&#x110000;',
    ],
    ...[
      'episode_id=1',
      'show_id=2',
      'episode_id=1&src=https://evil.test',
      'episode_id=1#@evil.test',
    ],
    ...['episode_id=01', 'episode_id=1\n', '1e9', '100%;position:fixed', 'url(https://evil.test)'],
    ...['click', '__proto__', 'constructor', 'true', ']', '[earshot', '[[earshot', '”', '″', '\\'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);
const joined = fc.array(hostile, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const attributeName = fc.constantFrom(
  ...OPTION_NAMES,
  'src',
  'load',
  'resource',
  'type',
  'onload',
  'srcdoc',
);

function expectOwnFrames(): void {
  for (const frame of document.querySelectorAll('iframe')) {
    const { src } = frame;
    if (src) expect([src.startsWith(`${HOST}/player?`), new URL(src).origin]).toEqual([true, HOST]);
    expect(frame.hasAttribute('srcdoc')).toBe(false);
    expect(frame.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
    expect(frame.style.position).toBe('');
    expect(frame.style.cssText).not.toContain('evil');
  }
  expect(document.querySelector('script, img')).toBeNull();
  expect('pwned' in window).toBe(false);
}

it('creates only player frames from hostile placements, and never throws', async () => {
  vi.stubGlobal('ON_DEMAND_FILE', 'missing.js');
  vi.stubGlobal('FACADE_FILE', 'missing.js');
  await import('../../loader/main.ts');
  const load = window.Earshot?.widgets?.load;
  if (!load) throw new Error('The loader did not start.');
  const failures = vi.fn();
  window.addEventListener('error', failures);
  const resource = fc.constantFrom(['resource', 'episode_id=1'], ['src', `${HOST}/player?x`], []);
  const options = fc
    .tuple(fc.array(fc.tuple(attributeName, joined), { maxLength: 5 }), resource)
    .map(([all, [name, value = '']]) => (name ? [...all, [name, value] as const] : all));
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('a', 'iframe'), options, joined, async (tag, all, text) => {
      const placement = document.createElement(tag);
      placement.className = 'earshot-player';
      for (const [name, value] of all) placement.setAttribute(`data-${name}`, value);
      placement.textContent = tag === 'a' ? text.replaceAll('[', '(') : '';
      document.body.replaceChildren(placement);
      made += (await load(document.body)).length;
      placement.click();
      expectOwnFrames();
    }),
    { numRuns: PROPERTY_RUNS },
  );
  expect(failures).not.toHaveBeenCalled();
  expect(made).toBeGreaterThan(PROPERTY_RUNS / 10);
});

it('reads only valid options from hostile shortcodes, and adds no other elements', () => {
  let made = 0;
  const mount = (_: HTMLElement, get: (name: string) => string) => {
    expect(get('resource')).toMatch(/^(episode|show)_id=[1-9]\d{0,9}$/);
    const url = new URL(playerUrl(HOST, readOptions(get)));
    expect([url.origin, url.pathname]).toEqual([HOST, '/player']);
    made += 1;
    return [];
  };
  const attribute = fc
    .tuple(attributeName, fc.constantFrom('"', "'", '”', ''), joined)
    .map(([name, quote, value]) => `${name}=${quote}${value}${quote}`);
  const text = fc
    .tuple(
      joined,
      fc.constantFrom('[earshot ', '\\[earshot ', '[[earshot ', '[EARSHOT '),
      fc.array(attribute),
    )
    .map(([before, tag, all]) => `${before}${tag}${all.join(' ')} resource=episode_id=1]${before}`);
  fc.assert(
    fc.property(text, (hostileText) => {
      expect(() => findShortcodes(hostileText)).not.toThrow();
      const paragraph = document.createElement('p');
      paragraph.append(hostileText, document.createElement('br'), hostileText);
      document.body.replaceChildren(paragraph);
      replaceShortcodes(document.body, mount, () => {});
      // The page keeps every character, because a replaced shortcode stays beside its player.
      expect(paragraph.textContent).toBe(hostileText + hostileText);
      expect(document.querySelectorAll(':not(html,head,body,p,br,span)')).toHaveLength(0);
    }),
    { numRuns: PROPERTY_RUNS },
  );
  expect(made).toBeGreaterThan(PROPERTY_RUNS / 10);
});
