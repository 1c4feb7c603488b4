import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const HOST = 'http://host.test';
const WIDGETS = 'http://widgets.test';

/** Makes methods throw. */
const broken = (owner: string, ...names: string[]) =>
  names.map((name) => `${owner}.${name} = () => { throw Error("${owner}.${name}") };`).join('');

/** Changes that pages make to the browser, and the number of players that must be there nevertheless. */
const PAGES: [players: number, script: string][] = [
  [3, ''],
  [3, 'delete window.WeakSet; delete window.WeakMap'],
  [3, 'window.WeakSet = window.WeakMap = function () { throw Error("Weak") }'],
  [2, 'window.Map = function () { throw Error("Map") }'],
  [3, broken('WeakSet.prototype', 'has', 'add') + broken('WeakMap.prototype', 'get', 'set')],
  [3, broken('JSON', 'parse', 'stringify')],
  [3, 'window.Promise = function () { throw Error("Promise") }'],
  [3, 'window.requestAnimationFrame = window.requestIdleCallback = () => { throw Error("frame") }'],
  [2, broken('Element.prototype', 'append', 'closest', 'animate', 'replaceWith', 'prepend')],
  [3, 'Object.assign(Object.prototype, { each() {}, get() {}, set() {}, type: 2, once: true })'],
  [
    3,
    'Array.prototype.toJSON = String.prototype.toJSON = () => "x"; Array.prototype.each = () => {}',
  ],
  [
    3,
    `for (const target of [window, EventTarget.prototype]) {
      const add = EventTarget.prototype.addEventListener;
      target.addEventListener = function (type, run, options) {
        return add.call(this, type, function (...given) { return run.apply(this, given) }, options);
      };
    }`,
  ],
  [0, broken('Element.prototype', 'remove')],
  [0, broken('Element.prototype', 'after', 'matches', 'querySelectorAll', 'getAttribute')],
  [0, `${broken('Array.prototype', 'map', 'filter', 'flatMap', 'forEach', 'find', 'push')}`],
  [0, 'Array.prototype[Symbol.iterator] = () => { throw Error("iterator") }'],
  [0, broken('Promise.prototype', 'then', 'catch', 'finally')],
  [0, broken('Set.prototype', 'add', 'has')],
  [0, 'delete window.Set'],
  [0, 'window.URL = window.URLSearchParams = function () { throw Error("URL") }'],
  [0, 'window.MutationObserver = function () { throw Error("MutationObserver") }'],
  [0, broken('MutationObserver.prototype', 'observe')],
  [0, 'window.IntersectionObserver = function () { throw Error("IntersectionObserver") }'],
  [0, broken('EventTarget.prototype', 'addEventListener') + broken('window', 'addEventListener')],
  [0, broken('window', 'setTimeout', 'setInterval')],
  [0, broken('RegExp.prototype', 'exec', 'test')],
  [0, broken('String.prototype', 'match', 'replace', 'trim', 'startsWith')],
  [0, broken('Document.prototype', 'createElement', 'querySelector', 'querySelectorAll')],
  [0, broken('performance', 'getEntriesByType', 'now')],
  [
    0,
    `for (const [owner, name] of [[CSSStyleDeclaration, 'cssText'], [HTMLElement, 'dataset']])
      Object.defineProperty(owner.prototype, name, { get() { throw Error(name) } });`,
  ],
  [0, 'Object.defineProperty(window, "Earshot", { value: {} })'],
];

const link = (id: number, data = '') =>
  `<a class="earshot-player" href="#" data-resource="episode_id=${id}" ${data}>Listen</a>`;

/** Later, the page removes its first player and adds another one. */
const LATER = `{
  const { body } = document, remove = Node.prototype.removeChild, add = Element.prototype.insertAdjacentHTML;
  setTimeout(() => {
    remove.call(document.body, document.links[0]);
    add.call(document.body, 'beforeend', '${link(9)}');
  }, 500);
}`;

const hostPage = (script: string, many: boolean) =>
  `<body>${link(1)}${link(2, 'data-load="click"')}<p>[earshot resource="episode_id=3" width="100%"]</p>
  ${link(4)}${many ? link(5).repeat(9) : ''}<script>${LATER}${script}</script>
  <script src="${WIDGETS}/widgets.js"></script>`;

const PLAYER = `<script>parent.postMessage('{"value":{"height":222}}', '*')</script>`;

test('a page that has replaced natives gets no error from the loader, with few players or many', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const html = (body: string) => route.fulfill({ contentType: 'text/html', body });
    if (pathname === '/player') return html(PLAYER);
    if (origin === WIDGETS) {
      const path = `build/public/${pathname.split('/').at(-1)}`;
      const headers = { 'Access-Control-Allow-Origin': '*' };
      const body = readFileSync(path, 'utf8');
      return route.fulfill({ contentType: 'text/javascript', headers, body });
    }
    const [, kind, number] = pathname.split('/');
    const [, script] = PAGES[Number(number)] ?? [];
    if (script !== undefined) return html(hostPage(script, kind === 'many'));
    const frames = ['many', 'few'].flatMap((kind) =>
      PAGES.map((_, n) => `<iframe src="/${kind}/${n}"></iframe>`),
    );
    return html(frames.join(''));
  });
  await page.goto(`${HOST}/`);
  const countPlayers = () =>
    PAGES.map((_, n) => {
      const own = page.frames().find((frame) => frame.url() === `${HOST}/few/${n}`);
      return own?.childFrames().filter((frame) => frame.url().includes('/player?')).length ?? 0;
    });
  await expect
    .poll(() =>
      PAGES.flatMap(([players, script], n) => ((countPlayers()[n] ?? 0) < players ? [script] : [])),
    )
    .toEqual([]);
  await page.waitForTimeout(2_500); // the change of the page, and the loader's own timers
  expect(errors).toEqual([]);
});
