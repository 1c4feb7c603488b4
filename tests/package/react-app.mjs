// Runs in a folder where the packed package and one version of React are installed: `node react-app.mjs REPOSITORY`.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const repository = createRequire(pathToFileURL(`${process.argv[2]}/package.json`));
const { Window } = await import(pathToFileURL(repository.resolve('happy-dom')).href);
const window = new Window({ url: 'https://app.test/' });
const complaints = [];
console.error = (...words) => complaints.push(words.join(' '));

const { createElement: h, version, StrictMode } = await import('react');
const { renderToString } = await import('react-dom/server');
const { createPlayer } = await import('earshot');
const { loadMessages, PlayButton, PlayerBar, PlayerProvider } = await import('earshot/react');

const app = (player) =>
  h(
    StrictMode,
    null,
    h(
      PlayerProvider,
      { player },
      h(PlayButton, { target: { episode_id: 1 }, title: 'Why rooms sing' }),
      h(PlayerBar),
    ),
  );
const html = renderToString(app(null));
assert.match(html, /Play Why rooms sing/);
const words = await Promise.all(
  ['en', 'it', 'ar'].map(async (name) => (await loadMessages(name)).player.play),
);
assert.equal(new Set(words).size, 3);

const names = [
  'document',
  'navigator',
  'HTMLElement',
  'HTMLIFrameElement',
  'Element',
  'Node',
  'Event',
];
for (const name of names) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
globalThis.window = window;
window.document.body.innerHTML = `<div id="app">${html}</div>`;
const container = window.document.getElementById('app');
const player = createPlayer({ apiUrl: 'https://api.test', culture: 'en' });
const { hydrateRoot } = await import('react-dom/client');
const root = hydrateRoot(container, app(player));
const button = container.querySelector('button');
// happy-dom plays no audio. Once React has taken over the button, the player disables it.
for (let turn = 0; !button.disabled && turn < 5_000; turn++) {
  await new Promise((resolve) => setTimeout(resolve));
}
assert.ok(button.disabled);
root.unmount();
player.destroy();
assert.deepEqual(complaints, []);
process.stdout.write(
  `React ${version}: renders on a server, and follows the player after hydration\n`,
);
process.exit(0);
