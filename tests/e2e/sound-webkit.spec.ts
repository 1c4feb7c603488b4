import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasWebKit, startWebKit } from './pages/webkit.ts';
import { expect, test } from './product.ts';
import { freePort } from './start-product.ts';

// As in Safari, sound without a press is refused: docs/behaviour.md, "Safari and iOS".
test('a player in WebKit follows the rules of Safari', async ({ product }) => {
  test.skip(!hasWebKit, 'needs the packages webkit2gtk-driver and xvfb');
  test.setTimeout(180_000);
  const player = `${product.site}/player?episode_id=`;
  const blog = await serve(
    ['p1', 'p2']
      .map((id) => `<iframe id="${id}" src="${player}1" allow="autoplay"></iframe>`)
      .join(''),
  );
  const webkit = await startWebKit(await freePort());
  const poll = (body: string) => expect.poll(() => webkit.run(body), { timeout: 20_000 });
  const face = `return document.querySelector('.es-play')?.dataset.face`;
  const heard = `return (document.querySelector('audio')?.currentTime ?? 0)`;
  try {
    await test.step('a start without a press is refused, and a press plays', async () => {
      await webkit.open(`${player}1&autoplay=true`);
      await poll(`return (${canAutoplay})()`).toBe('NotAllowedError');
      await poll(face).toBe('play');
      await webkit.click('.es-play');
      await poll(`${heard} > 0.2`).toBe(true);
    });
    await test.step('the system controls have its title and its state', async () => {
      const session = 'navigator.mediaSession';
      await poll(`return ${session}.playbackState`).toBe('playing');
      await expect(
        webkit.run(`return ${session}.metadata.title === document.querySelector('h1').textContent`),
      ).resolves.toBe(true);
    });
    await test.step('a later pause and play need no new press', async () => {
      await webkit.run(`document.querySelector('audio').pause()`); // as a call or the system does
      await poll(face).toBe('play');
      await poll(`return navigator.mediaSession.playbackState`).toBe('paused');
      const at = await webkit.run<number>(heard);
      await webkit.run(`document.querySelector('.es-play').click()`); // no press of the listener
      await poll(`${heard} > ${at + 0.2}`).toBe(true);
    });
    await test.step('one of two frames plays at a time', async () => {
      await webkit.open(blog.url);
      for (const frame of ['#p1', '#p2']) {
        await webkit.enter(frame);
        await poll(face).toBe('play');
        await webkit.click('.es-play');
        await poll(`${heard} > 0.2`).toBe(true);
        await webkit.enter(null);
      }
      await webkit.enter('#p1');
      await poll(face).toBe('play');
      await poll(`return document.querySelector('audio').paused`).toBe(true);
    });
  } finally {
    await webkit.close();
    await blog.close();
  }
});

/** The name of the error of an audible start, in the page. */
const canAutoplay = `() => {
  if (window.refused === undefined) {
    window.refused = null;
    new Audio(document.querySelector('noscript').textContent.match(/src="([^"]+)"/)[1])
      .play().then(() => { window.refused = 'played'; }, ({ name }) => { window.refused = name; });
  }
  return window.refused;
}`;

/** A page on another site than the product's. */
async function serve(html: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
