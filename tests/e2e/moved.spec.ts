import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EmbedController } from 'earshot/embed';
import { signUp } from './account.ts';
import { addPublished, authorOf } from './author.ts';
import { expect, test } from './full-host.ts';
import { startControlHost } from './pages/control-host.ts';
import { PlayerObject } from './pages/player.ts';
import { startProduct } from './start-product.ts';

/** Runs a command of a host on this machine, and lets it read from the other one. */
async function command(script: 'import' | 'admin', args: string[], env: object): Promise<void> {
  await promisify(execFile)(process.execPath, [`build/server/${script}.js`, ...args], {
    env: { ...process.env, ...env },
  });
}

test('old players of a show that has moved play at its new host, and obey the page', async ({
  page,
  product,
  watch,
}) => {
  const account = await signUp(page, product);
  const episodeId = await addPublished(page.request, product, account.token);
  const author = authorOf(page.request, product, account.token);
  const { show_id } = (await author.get(`/episode/${episodeId}`)).episode;

  const folder = await mkdtemp(join(tmpdir(), 'earshot-next-host-'));
  await chmod(folder, 0o755); // the embedded database of root has another user
  const IMPORT_PRIVATE_HOSTS = new URL(product.site).host;
  const next = await startProduct(folder, { IMPORT_PRIVATE_HOSTS });
  const there = { DATA_DIR: folder, DATABASE_URL: '', SITE_URL: next.site, IMPORT_PRIVATE_HOSTS };
  await command('import', [`${product.site}/show/${show_id}/episodes/feed`], there);
  let id = '';
  const search = async () => {
    // the index follows the import
    const found = await page.request.get(`${next.site}/api/v2/search?type=shows&q=Tidewater`);
    id = /"show_id":(\d+)/.exec(await found.text())?.[1] ?? '';
    return id;
  };
  await expect.poll(search).not.toBe('');
  const to = `${next.site}/show/${id}/episodes/feed`;
  const move = ['show', 'move', '--show', String(show_id), '--to', to];
  await command('admin', move, { ...product.env, SITE_URL: product.site });

  const host = await startControlHost();
  // The policy of the page knows the old host alone.
  const policy = `script-src ${product.site} 'unsafe-eval'; frame-src ${product.site}`;
  host.html = `<script>document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll("'", '&#39;')}">')</script>
    <a class="earshot-player" href="#there" data-resource="episode_id=${episodeId}">Low tide</a>
    <iframe src="${product.site}/player?episode_id=${episodeId}" width="400" height="120"></iframe>
    <script async src="${product.site}/widgets.js"></script>`;
  await page.goto(host.origin);
  for (const n of [0, 1]) {
    const inner = page.frameLocator(`iframe >> nth=${n}`).frameLocator('iframe');
    const player = new PlayerObject(inner);
    await player.play().click();
    await player.expectPast(0.2);
  }
  const inside = page.frames().filter((frame) => frame.url().startsWith(next.site));
  expect(inside).toHaveLength(2);
  const paused = await page.evaluate(async () => {
    const { Earshot } = window as unknown as {
      Earshot: { player(element: Element): Promise<EmbedController> };
    };
    const player = await Earshot.player(document.querySelector('a') as Element);
    await player.setCurrentTime(3);
    return [await player.getPaused(), Math.round(await player.getCurrentTime())];
  });
  expect(paused).toEqual([true, 3]); // the other one plays
  expect(watch.complaints).toEqual([]);

  await host.close();
  await next.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});
