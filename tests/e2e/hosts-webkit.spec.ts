import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHost } from '../../demo/hosts.ts';
import { serveHosts, sourceOf } from './hosts.ts';
import { hasWebKit, startWebKit } from './pages/webkit.ts';
import { expect, test } from './product.ts';
import { freePort } from './start-product.ts';

const folderAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The third of the awkward pages in which browsers differ most. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  [folderAt('../../demo/hosts/')]: [
    ...['every-kind', 'shadow-root', 'trusted-types-strict', 'sandboxed-frame', 'xhtml'],
    ...['pinned-loader'],
  ],
  [folderAt('../../../shared/data/hosts/')]: [
    ...['csp-no-frames', 'csp-strict', 'css-hostile-iframe', 'dom-clobbering', 'quirks-mode'],
    ...['mootools', 'loader-twice-and-defer', 'permissions-policy-none', 'windows-1251'],
    'many-embeds',
  ],
};

test('players work on awkward pages in WebKit', async ({ product }) => {
  test.skip(!hasWebKit, 'needs the packages webkit2gtk-driver and xvfb');
  test.setTimeout(180_000);
  const webkit = await startWebKit(await freePort());
  const poll = (body: string) => expect.poll(() => webkit.run(body), { timeout: 20_000 });
  const frames = `iframe[src^="${product.site}/player?"]`;
  try {
    for (const [folder, names] of Object.entries(CHOSEN)) {
      if (!existsSync(folder)) continue;
      const hosts = await serveHosts(folder, sourceOf(product));
      for (const name of names) {
        await test.step(name, async () => {
          const host = await readHost(join(folder, name));
          await webkit.open(`${hosts.url}/${name}/`);
          if (name === 'shadow-root') {
            await poll(
              `return document.querySelector('#host').shadowRoot.querySelectorAll('${frames}').length`,
            ).toBe(1);
            return;
          }
          // On a page with many, a link stands for each player that is not near.
          const placements = `${frames},a.earshot-player[data-earshot-style]:not([data-mounted])`;
          await poll(`return document.querySelectorAll('${placements}').length`).toBe(host.players);
          if (host.expect === 'link') {
            await poll(`return document.querySelector('a.earshot-player').offsetHeight > 0`).toBe(
              true,
            );
            return;
          }
          await webkit.enter(frames);
          await poll(`return !!document.querySelector('.es-play')`).toBe(true);
          await webkit.click('.es-play');
          await poll(`return (document.querySelector('audio') || {}).currentTime > 0.2`).toBe(true);
          await webkit.enter(null);
        });
      }
      await hosts.close();
    }
  } finally {
    await webkit.close();
  }
});
