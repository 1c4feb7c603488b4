import { createPlayer, type Player } from 'earshot';
import { VOLUME_BAR } from 'earshot/internal';
import { hydrateRoot } from 'react-dom/client';
import { App, feedOf, type Painted } from './app.tsx';

function start({ data, options, messages, ignored }: Painted): void {
  if (ignored) console.warn('Earshot: not understood:', ...ignored);
  const { config, episode } = data;
  const root = document.getElementById('app');
  if (!root) return;
  if (!episode) {
    listenToHost(null);
    return;
  }

  const player = createPlayer({
    apiUrl: config.api_url,
    culture: config.culture,
    volume: VOLUME_BAR,
    // The page around the frame, as far as it lets us know.
    ...(document.referrer ? { referrer: document.referrer } : {}),
    ...(config.ads_url ? { ads: { adsUrl: config.ads_url } } : {}),
  });
  player.adopt(episode, {
    ...feedOf(data),
    ...(options.t ? { currentTime: options.t } : {}),
  });
  player.setLoop(options['playlist-loop'] ?? false);
  player.setContinuous(options['playlist-continuous'] ?? true);
  player.setAutoupdate(options['playlist-autoupdate'] ?? false);
  // Restores the server's markup: hydration does not correct attributes.
  root.querySelector('.es-play')?.setAttribute('data-face', 'play');
  hydrateRoot(root, <App data={data} options={options} messages={messages} player={player} />);
  listenToHost(player);
  // The click was on this page, or on the link that stood for it (`data-load="click"`).
  if (window.earlyClick || location.hash === '#play') player.play();
  else if (options.autoplay || (options['live-autoplay'] && episode.type === 'LIVE')) {
    import('./autoplay.ts').then(({ playIfAllowed }) => playIfAllowed(player), ignore);
  }
  window.earlyClick = 2; // from here on the button itself answers
}

/** Messages of the page around are handled in a file of their own, for which the button does not wait. */
function listenToHost(player: Player | null): void {
  if (window.parent === window) return;
  import('./receiver.ts').then(({ connectHost }) => connectHost(player), ignore);
}

/** A file did not arrive: the player still plays. */
function ignore(): void {}

const inlined = document.getElementById('data')?.textContent;
if (inlined) start(JSON.parse(inlined) as Painted);
