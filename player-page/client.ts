import { createPlayer, type Player } from 'earshot';
import { VOLUME_BAR } from 'earshot/bar';
import { feedOf, type Painted } from './painted.ts';
import { wakeOnTouch } from './wake.ts';

/**
 * The click was on the link that stood for the player (`data-load="click"`), or on a word of the text around it. The
 * loader removes the name once the frame has loaded. A loader that a page has pinned, or a cache has kept, may be an earlier
 * one, which writes the click into the address.
 */
const PRESSED = /^(?:es-|#)play(?:=([\d.]+))?$/.exec(window.name || location.hash);

const PAINTED_WITHIN_MS = 200; // a busy page must not keep its player waiting

function start(painted: Painted): void {
  const { data, options, warning } = painted;
  if (warning) console.warn('Earshot:', ...warning);
  const { config, episode } = data;
  if (!episode) {
    listenToHost(null);
    return;
  }

  const feed = feedOf(data);
  const [isPressed, at] = PRESSED ?? [];
  const start = at ? Number(at) : options.t || undefined;
  const player = createPlayer({
    apiUrl: config.api_url,
    culture: config.culture,
    volume: VOLUME_BAR,
    coverOf: () => data.generated_cover_url ?? null,
    // Several players of a page share the storage.
    keepQueue: feed?.playlistUrl ?? false,
    // The page around the frame, if the browser reveals it.
    ...(document.referrer ? { referrer: document.referrer } : {}),
    consent: options.consent ?? !config.consent_required,
    listening: config.listening,
    ...(config.ads_url ? { ads: { adsUrl: config.ads_url } } : {}),
  });
  player.adopt(episode, {
    ...feed,
    ...(start === undefined ? {} : { currentTime: start }),
  });
  player.setLoop(options['playlist-loop'] ?? false);
  player.setContinuous(options['playlist-continuous'] ?? true);
  if (options['playlist-autoupdate']) player.setAutoupdate(true);
  const { push_url: pushUrl } = data;
  if (pushUrl) {
    const live = { episode, pushUrl, siteUrl: config.site_url };
    import('./follow-live.ts').then(({ followLive }) => followLive(player, live), ignore);
  }
  const begin = () => {
    listenToHost(player);
    if (window.earlyClick || isPressed) player.toggle();
    else if (options.autoplay || (options['live-autoplay'] && episode.type === 'LIVE')) {
      import('./autoplay.ts').then(({ playIfAllowed }) => playIfAllowed(player), ignore);
    }
    window.earlyClick = 2; // from here on the button itself handles clicks
    wakeOnTouch(painted, player);
  };
  const isPart = options['t-end'] !== undefined || /[#&]t=/.test(location.hash);
  if (!isPart) begin();
  else {
    import('./play-part.ts')
      .then(({ playPart }) => playPart(player, episode, options), ignore)
      .then(begin);
  }
}

/** Messages of the surrounding page are handled in a separate file, which the button does not wait for. */
function listenToHost(player: Player | null): void {
  if (window.parent === window) return;
  import('./receiver.ts').then(({ connectHost }) => connectHost(player), ignore);
}

/** A file did not arrive: the player still plays. */
function ignore(): void {}

function startPage(): void {
  const inlined = document.getElementById('data')?.textContent;
  if (inlined) start(JSON.parse(inlined) as Painted);
}

// The server's page can be painted without the player, so the paint comes first. Frames out of sight are never painted.
if (typeof requestIdleCallback === 'function')
  requestIdleCallback(startPage, { timeout: PAINTED_WITHIN_MS });
else setTimeout(startPage); // Safari has no idle callbacks
