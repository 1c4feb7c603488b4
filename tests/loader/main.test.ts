// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Placement } from '../../loader/placement.ts';
import { EMBED_HEIGHT_ASKED_MAX_PX } from '../../src/contract/limits.ts';

const HOST = 'https://w.test';
vi.mock('../../loader/own-address.ts', () => ({
  widgetUrl: 'https://w.test',
  playerPage: 'https://w.test/player?',
}));
const keep = vi.hoisted(() => vi.fn());
vi.mock('https://w.test/assets/facade.js', () => ({ keep }));
vi.mock('https://w.test/assets/on-demand.js', () => import('../../loader/control.ts'));
// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

const start = () => import('../../loader/main.ts');
const link = (resource: string) =>
  `<a class="earshot-player" href="/x" data-resource="${resource}">Listen</a>`;
const frames = () => [...document.querySelectorAll('iframe')];
const queries = () => frames().map(({ src }) => new URL(src).search);
const theLink = () => document.querySelector('a') as HTMLAnchorElement;
/** Resolves after the observer of the page has seen all changes. */
const seen = () => new Promise((resolve) => setTimeout(resolve));

beforeAll(async () => {
  vi.stubGlobal('ON_DEMAND_FILE', 'missing.js');
  vi.stubGlobal('FACADE_FILE', 'missing.js');
  await start();
});

beforeEach(async () => {
  document.body.innerHTML = '';
  await seen();
  warn.mockClear();
});

afterEach(seen);

describe('the loader', () => {
  it('keeps one global if it runs twice', async () => {
    const first = window.Earshot;
    vi.resetModules();
    await start();
    expect(window.Earshot).toBe(first);
    document.body.innerHTML = link('episode_id=1');
    await seen();
    expect(queries()).toEqual(['?episode_id=1']);
  });

  it.each(['episode_id=javascript:1', 'episode_id=1&amp;show_id=1', ''])(
    'leaves the link of the resource "%s", with one warning',
    async (resource) => {
      document.body.innerHTML = link(resource);
      await seen();
      expect(frames()).toEqual([]);
      expect(theLink().style.display).toBe('');
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        'Earshot:',
        'https://w.test/help/resource',
        theLink(),
      );
    },
  );

  it('adds no second player if the page renders the link again', async () => {
    document.body.innerHTML = link('episode_id=1');
    await seen();
    theLink().className = 'earshot-player post';
    theLink().textContent = 'Other words';
    await window.Earshot?.widgets?.load?.();
    await seen();
    expect(queries()).toEqual(['?episode_id=1']);
  });

  it('follows a link that changes, goes and comes back', async () => {
    document.body.innerHTML = link('episode_id=1');
    await seen();
    const one = theLink();
    one.dataset.resource = 'show_id=1';
    await seen();
    expect(queries()).toEqual(['?show_id=1']);
    one.remove();
    await seen();
    expect(queries()).toEqual([]);
    document.body.append(one);
    await seen();
    expect(queries()).toEqual(['?show_id=1']);
  });

  it('resolves load() with the frames that it has made', async () => {
    document.body.innerHTML = '<p></p>';
    await seen();
    const root = document.createElement('div');
    root.innerHTML = link('episode_id=1') + link('episode_id=2');
    const made = await window.Earshot?.widgets?.load(root);
    expect(made?.map(({ localName }) => localName)).toEqual(['iframe', 'iframe']);
  });

  it.each([
    ['text', () => document.createTextNode('[earshot resource="episode_id=2"]')],
    ['comment', () => document.createComment('x')],
    ['null', () => null],
    ['event', () => new Event('turbo:load')],
  ])('works on after load() was given a detached %s', async (_, create) => {
    const given = create();
    const before = given instanceof CharacterData && given.data;
    expect(await window.Earshot?.widgets?.load(given as unknown as ParentNode)).toEqual([]);
    expect(given instanceof CharacterData && given.data).toBe(before);
    document.body.innerHTML = link('episode_id=1');
    await seen();
    expect(queries()).toEqual(['?episode_id=1']);
  });

  it('inserts the player of a link that load() was given before it is in the page', async () => {
    const one = document.createElement('a');
    one.className = 'earshot-player';
    one.dataset.resource = 'episode_id=1';
    expect(await window.Earshot?.widgets?.load(one)).toEqual([]);
    document.body.append(one);
    await seen();
    expect(queries()).toEqual(['?episode_id=1']);
    expect(one.nextElementSibling?.localName).toBe('iframe');
  });

  it('throws nothing into the page if the file that lights a post does not arrive', async () => {
    const failures = vi.fn();
    process.on('unhandledRejection', failures);
    document.body.innerHTML = `<div class="earshot-text">${link('episode_id=1')}</div>`;
    await vi.waitFor(() => expect(queries()).toEqual(['?episode_id=1']));
    const missing = `${HOST}/assets/missing.js`;
    await expect(import(/* @vite-ignore */ missing)).rejects.toThrow();
    await seen();
    process.off('unhandledRejection', failures);
    expect(failures).not.toHaveBeenCalled();
  });

  it('draws no facade beside a player that a script of the page has asked for meanwhile', async () => {
    vi.stubGlobal('FACADE_FILE', 'facade.js');
    document.body.innerHTML = `${link('episode_id=1')}${link('episode_id=2')}`.replaceAll(
      'data-',
      'data-load="click" data-',
    );
    void window.Earshot?.widgets?.load();
    (theLink() as Placement).earshotWake?.();
    const [asked, other] = document.links;
    await vi.waitFor(() =>
      expect(keep.mock.calls.map(([placement]) => placement)).toEqual([other]),
    );
    expect(asked?.nextElementSibling?.localName).toBe('iframe');
    vi.stubGlobal('FACADE_FILE', 'missing.js');
  });

  it('gives the link back if the file that draws the facade does not arrive', async () => {
    document.body.innerHTML = link('episode_id=1').replace('data-', 'data-load="click" data-');
    const before = document.body.innerHTML;
    await vi.waitFor(() => expect(document.body.innerHTML).not.toBe(before));
    await vi.waitFor(() => expect(document.body.innerHTML.replace(' style=""', '')).toBe(before));
  });

  it('hears the player of a link in a shadow root that the page wants to control', async () => {
    vi.stubGlobal('ON_DEMAND_FILE', 'on-demand.js');
    const shadow = document.body
      .appendChild(document.createElement('div'))
      .attachShadow({ mode: 'open' });
    shadow.innerHTML = link('episode_id=1');
    await window.Earshot?.player?.(shadow.firstElementChild as Element);
    vi.stubGlobal('ON_DEMAND_FILE', 'missing.js');
    const frame = shadow.querySelector('iframe') as HTMLIFrameElement;
    const data = '{"context":"player.js","event":"resize","value":{"height":300}}';
    const source = {};
    Object.defineProperty(frame, 'contentWindow', { value: source }); // happy-dom has none here
    window.dispatchEvent(
      Object.assign(new MessageEvent('message', { data, origin: HOST }), { source }),
    );
    expect(frame.style.height).toBe('300px');
  });

  it('does not search the page for each element that the page adds', async () => {
    const search = vi.spyOn(document, 'querySelectorAll');
    document.body.append(...Array.from({ length: 50 }, () => document.createElement('p')));
    await seen();
    expect(search).not.toHaveBeenCalled();
    search.mockRestore();
  });

  it('calls functions that wait for it, even after one that throws', async () => {
    const heard = vi.fn();
    await window.Earshot?.ready?.(heard);
    expect(heard).toHaveBeenCalledExactlyOnceWith(window.Earshot);
  });
});

describe('a message', () => {
  const say = (
    data: unknown,
    { origin = HOST, source = frames()[0]?.contentWindow ?? null } = {},
  ) =>
    window.dispatchEvent(Object.assign(new MessageEvent('message', { data, origin }), { source }));
  const asks = (height: unknown) =>
    JSON.stringify({ context: 'player.js', event: 'resize', value: { height } });
  const height = () => frames()[0]?.style.height;

  beforeEach(async () => {
    document.body.innerHTML = link('episode_id=1');
    await seen();
  });

  it('of a player sets the height of its frame', () => {
    say(asks(300));
    expect(height()).toBe('300px');
    say(asks(320), { origin: 'null' }); // a sandboxed frame
    expect(height()).toBe('320px');
  });

  it('of another window or origin changes nothing', () => {
    say(asks(300), { source: window as never });
    say(asks(300), { origin: 'https://evil.test' });
    expect(height()).toBe('200px');
  });

  it.each<[unknown]>(
    [
      ...['', '{', 'null', '[]', '"height":', '{"value":{"height":', '\ud800', '"height":1e9}'],
      ...[asks(-1), asks('5;position:fixed'), asks(79), asks(EMBED_HEIGHT_ASKED_MAX_PX + 1)],
      ...['{"context":"player.js","event":"ready","value":{"src":"https://evil.test/"}}'],
      ...[null, undefined, 7, Number.NaN, [], { height: 500 }, { toString: 1 }],
    ].map((data): [unknown] => [data]),
  )('that makes no sense changes nothing: %j', (data) => {
    expect(() => say(data)).not.toThrow();
    expect(height()).toBe('200px');
    expect(queries()).toEqual(['?episode_id=1']);
  });
});
