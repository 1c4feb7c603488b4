import { startControlHost } from './pages/control-host.ts';
import { expect, test } from './product.ts';

test('play tells of a browser that wants a gesture first, and of audio that is not to be had', async ({
  page,
  product,
}) => {
  const host = await startControlHost();
  // By the page's own script: what a test runs in a page counts as a gesture.
  const play = (
    when: string,
  ) => `<iframe src="${product.site}/player?episode_id=1" allow="autoplay"></iframe>
<earshot-player widget-url="${product.site}" resource="episode_id=2"></earshot-player><button>Play</button>
<script type="module">
  import { createEmbedController, defineEarshotPlayer } from '/dist/embed.js';
  const controller = createEmbedController(document.querySelector('iframe'));
  await Promise.all([controller.ready(), defineEarshotPlayer()]);
  ${when};
  // One after the other: one player pauses the others.
  const { reason } = await controller.play().catch((error) => error);
  const { name } = await document.querySelector('earshot-player').play().catch((error) => error);
  document.title = [reason, name].join(' ');
</script>`;
  host.html = play('');
  await page.goto(host.origin);
  await expect(page).toHaveTitle('not_allowed NotAllowedError');

  host.html = play("await new Promise((go) => { document.querySelector('button').onclick = go; })");
  await page.route('**/media/**', (route) => route.abort());
  await page.goto(host.origin);
  await expect(async () => {
    await page.getByRole('button').click();
    await expect(page).toHaveTitle('not_playable NotSupportedError', { timeout: 5_000 });
  }).toPass();
  await host.close();
});
