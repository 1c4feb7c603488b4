// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { afterEach, describe, expect, it, vi } from 'vitest';

const ONE = 'https://one.test';
const TWO = 'https://two.test';
const facades = vi.hoisted(() => vi.fn());
vi.mock('https://one.test/assets/on-demand.js', () => import('../../loader/on-demand.ts'));
vi.mock('https://two.test/assets/on-demand.js', () => import('../../loader/on-demand.ts'));
vi.mock('https://one.test/assets/facade.js', () => ({ keep: facades }));
vi.mock('https://two.test/assets/facade.js', () => ({ keep: facades }));
vi.stubGlobal('ON_DEMAND_FILE', 'on-demand.js');
vi.stubGlobal('FACADE_FILE', 'facade.js');
// happy-dom logs an error for each frame and script that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
const observing = vi.spyOn(MutationObserver.prototype, 'observe');

/** Runs the loader of a host, as its script would. */
async function run(host: string): Promise<void> {
  vi.resetModules();
  vi.doMock('../../loader/own-address.ts', () => ({
    widgetUrl: host,
    playerPage: `${host}/player?`,
  }));
  await import('../../loader/main.ts');
  await seen();
}

const script = (host: string) => `<script async src="${host}/widgets.js"></script>`;
const link = (host: string, data = '') =>
  `<a class="earshot-player" href="${host}/user/ada/" data-resource="episode_id=1" ${data}>Listen</a>`;
const placeholder = (host: string) =>
  `<iframe class="earshot-player" data-src="${host}/player?episode_id=1"></iframe>`;
const frames = (root: ParentNode = document) =>
  [...root.querySelectorAll('iframe')].map(({ src }) => src);
const player = (host: string) => `${host}/player?episode_id=1`;
/** Resolves after the observers of the page have seen all changes. */
const seen = () => new Promise((resolve) => setTimeout(resolve));

afterEach(async () => {
  await seen();
  for (const observer of observing.mock.contexts) (observer as MutationObserver).disconnect();
  observing.mockClear();
  document.body.innerHTML = '';
  delete window.Earshot;
  warn.mockClear();
  facades.mockClear();
});

describe.each([
  ['the first', [ONE, TWO]],
  ['the second', [TWO, ONE]],
])('two hosts on a page, if the script of %s runs first', (_, order) => {
  const runAll = async () => {
    for (const host of order) await run(host);
  };

  it.each([
    ['links', link],
    ['frames that wait for their address', placeholder],
  ])('each plays its own %s, with the scripts anywhere', async (_kind, placement) => {
    document.body.innerHTML = script(ONE) + placement(ONE) + placement(TWO) + script(TWO);
    await runAll();
    expect(frames()).toEqual([player(ONE), player(TWO)]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('the script after a link names its host, if its page is elsewhere', async () => {
    const at = (host: string) => link(host.replace('//', '//www.')) + script(host);
    document.body.innerHTML = at(TWO) + at(ONE);
    await runAll();
    expect(frames()).toEqual([player(TWO), player(ONE)]);
  });

  it('each plays what the page adds or changes later', async () => {
    document.body.innerHTML = script(ONE) + script(TWO);
    await runAll();
    document.body.insertAdjacentHTML('beforeend', link(TWO) + link(ONE) + placeholder(TWO));
    await seen();
    expect(frames()).toEqual([player(TWO), player(ONE), player(TWO)]);
    for (const one of document.querySelectorAll('a')) one.dataset.resource = 'show_id=2';
    await vi.waitFor(() =>
      expect(frames()).toEqual([`${TWO}/player?show_id=2`, `${ONE}/player?show_id=2`, player(TWO)]),
    );
  });

  it('each plays its own in a shadow root that the page passes to load()', async () => {
    document.body.innerHTML = script(ONE) + script(TWO);
    await runAll();
    const host = document.body.appendChild(document.createElement('div'));
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.innerHTML = link(ONE) + link(TWO);
    expect(await window.Earshot?.widgets?.load(shadow)).toHaveLength(2);
    expect(frames(shadow)).toEqual([player(ONE), player(TWO)]);
  });

  it('each plays its own if its script is at the end of a page that the browser still reads', async () => {
    const reading = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    const [early = '', late = ''] = order;
    document.body.innerHTML = `${script(early)}${link(late)} ${placeholder(late)} ${link(early)} `;
    await run(early);
    expect(frames()).toEqual(['', player(early)]);
    document.body.insertAdjacentHTML('beforeend', script(late));
    await run(late);
    reading.mockRestore();
    window.dispatchEvent(new Event('DOMContentLoaded'));
    expect(frames()).toEqual([player(late), player(late), player(early)]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('both players may ask for their heights, and a facade shows the picture of its own host', async () => {
    document.body.innerHTML =
      script(ONE) + script(TWO) + link(ONE) + link(TWO) + link(TWO, 'data-load="click"');
    await runAll();
    for (const frame of document.querySelectorAll('iframe')) {
      const { origin } = new URL(frame.src);
      const data = '{"context":"player.js","event":"resize","value":{"height":300}}';
      Object.defineProperty(frame, 'contentWindow', { value: {} }); // happy-dom has none here
      const source = frame.contentWindow;
      window.dispatchEvent(
        Object.assign(new MessageEvent('message', { data, origin }), { source }),
      );
      expect(frame.style.height).toBe('300px');
    }
    await vi.waitFor(() => expect(facades.mock.lastCall?.[2]).toBe(TWO));
  });

  it('shortcodes name no host, so the first one plays them', async () => {
    document.body.innerHTML = `${script(ONE)}${script(TWO)}<p>[earshot resource="episode_id=1"]</p>`;
    await runAll();
    await vi.waitFor(() => expect(frames()).toEqual([player(order[0] as string)]));
  });
});

it('plays a link whose host has no script on the page at its own host', async () => {
  document.body.innerHTML = script('https://platform.other.test') + link('https://www.one.test');
  await run(ONE);
  expect(frames()).toEqual([player(ONE)]);
});

it('plays its own links beside a script of another product that has the same name', async () => {
  const picture = 'data-image="https://blog.test/cover.jpg"';
  document.body.innerHTML = script('https://blog.test') + link(ONE, picture);
  await run(ONE);
  expect(frames()).toEqual([player(ONE)]);
});

it('plays a shortcode at its own host, also before the script of another product', async () => {
  const other = script('https://platform.other.test');
  document.body.innerHTML = `${script(ONE)}<p>[earshot resource="episode_id=1"]${other}</p>`;
  await run(ONE);
  await vi.waitFor(() => expect(frames()).toEqual([player(ONE)]));
});
