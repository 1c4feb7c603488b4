import { startControlHost } from './pages/control-host.ts';
import { expect, test } from './product.ts';

test('play() rejects with a reason if the browser requires a gesture or the audio is missing', async ({
  page,
  product,
}) => {
  const host = await startControlHost();
  // The page's own script calls play(), because code that Playwright runs in a page counts as a gesture.
  const play = (
    when: string,
  ) => `<iframe src="${product.site}/player?episode_id=1" allow="autoplay"></iframe>
<earshot-player widget-url="${product.site}" resource="episode_id=2"></earshot-player><button>Play</button>
<script type="module">
  import { createEmbedController, defineEarshotPlayer } from '/dist/embed.js';
  const controller = createEmbedController(document.querySelector('iframe'));
  await Promise.all([controller.ready(), defineEarshotPlayer()]);
  ${when};
  // One after another, because each player pauses the others.
  const outcome = [];
  for (const player of [controller, document.querySelector('earshot-player')]) {
    outcome.push(await player.play().then(() => 'played', ({ reason, name }) => reason ?? name));
  }
  console.info(outcome.join(' '));
</script>`;
  // The page reports through the console, because evaluating code in it would count as a gesture.
  const outcome = async () => {
    const message = await page.waitForEvent('console', (said) => said.type() === 'info');
    return message.text();
  };
  host.html = play('');
  const [refused] = await Promise.all([outcome(), page.goto(host.origin)]);
  expect(refused).toBe('not_allowed NotAllowedError');

  host.html = play("await new Promise((go) => { document.querySelector('button').onclick = go; })");
  await page.route('**/media/**', (route) => route.abort());
  await page.goto(host.origin);
  await page.waitForFunction(() => document.querySelector('button')?.onclick);
  const [failed] = await Promise.all([outcome(), page.getByRole('button').click()]);
  expect(failed).toBe('not_playable NotSupportedError');
  await host.close();
});
