import type { Episode } from '../../contract/episodes.ts';
import { IMAGE_SIZES, imageUrl, jpegUrl } from '../../contract/images.ts';
import { SKIP_BACK_S, SKIP_FORWARD_S } from '../../contract/limits.ts';
import type { Player } from '../player.ts';

/** A page has one set of controls, which belongs to the player that began last. */
let owner: Player | null = null;

/**
 * The system's own media controls: title, cover, state and position, and the keys of keyboards, headsets and lock
 * screens (https://w3c.github.io/mediasession/). This player takes them when it plays. Returns a function that
 * releases them.
 */
export function connectMediaSession(
  player: Player,
  coverOf?: (episode: Episode) => string | null,
): () => void {
  const session = typeof navigator === 'undefined' ? undefined : navigator.mediaSession;
  if (!session || typeof MediaMetadata === 'undefined') return () => {};
  if (player.getSnapshot().playing) owner = player;

  const by = (seconds: number) => player.seek(player.getCurrentTime() + seconds);
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    // The listener's own press, if the player does not play already.
    play: () => player.getSnapshot().playing || player.toggle(),
    pause: () => player.pause(),
    stop: () => player.pause(),
    seekbackward: ({ seekOffset }) => by(-(seekOffset ?? SKIP_BACK_S)),
    seekforward: ({ seekOffset }) => by(seekOffset ?? SKIP_FORWARD_S),
    seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
    previoustrack: () => player.prev(),
    nexttrack: () => player.next(),
  };

  function setActions(isOn: boolean): void {
    const { hasPrev, hasNext, duration } = player.getSnapshot();
    for (const [name, handler] of Object.entries(actions)) {
      const isIdle =
        (name === 'previoustrack' && !hasPrev) ||
        (name === 'nexttrack' && !hasNext) ||
        (name.startsWith('seek') && duration === 0);
      try {
        session?.setActionHandler(name as MediaSessionAction, isOn && !isIdle ? handler : null);
      } catch {
        // This browser does not support the action.
      }
    }
  }

  function show(): void {
    const { episode, playing } = player.getSnapshot();
    if (owner !== player || !session || !episode) return;
    session.metadata = new MediaMetadata(metadataOf(episode, coverOf?.(episode) ?? null));
    session.playbackState = playing ? 'playing' : 'paused';
    setActions(true);
    place();
  }

  function place(): void {
    if (owner !== player) return;
    const { duration, currentTime, playbackRate, adTimeLeft } = player.getSnapshot();
    if (duration === 0 || adTimeLeft > 0) session?.setPositionState?.();
    else {
      const position = Math.min(currentTime, duration);
      session?.setPositionState?.({ duration, position, playbackRate });
    }
  }

  let neighbours = '';
  /** The playlist may arrive after the sound has begun, and there is no event for it. */
  function followPlaylist(): void {
    const { hasPrev, hasNext } = player.getSnapshot();
    const now = `${hasPrev} ${hasNext}`;
    if (now === neighbours) return;
    neighbours = now;
    show();
  }

  const ends = [
    player.subscribe(followPlaylist),
    player.on('play', () => {
      owner = player;
      show();
    }),
    player.on('pause', show),
    player.on('episodechange', show),
    player.on('playing', show),
    player.on('durationchange', show),
    player.on('segmentchange', place),
    player.on('seeked', place),
    player.on('ratechange', place),
  ];
  show();
  return () => {
    for (const end of ends) end();
    if (owner !== player) return;
    owner = null;
    setActions(false);
    session.metadata = null;
    session.playbackState = 'none';
    session.setPositionState?.();
  };
}

function metadataOf(
  { title, show_title, image_url }: Episode,
  cover: string | null,
): MediaMetadataInit {
  // Lock screens show no SVG, and a generated cover is an SVG.
  const address = image_url ? imageUrl : jpegUrl;
  const url = image_url || cover;
  const artwork = (url ? IMAGE_SIZES : []).map((size) => ({
    src: address(url ?? '', size),
    sizes: `${size}x${size}`,
  }));
  return { title, artist: show_title, album: show_title, artwork };
}
