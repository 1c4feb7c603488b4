import { createScope } from '../../lib/scope.ts';
import { createDeck, type Deck } from './deck.ts';
import type { CreateSound, SoundEvents } from './sound.ts';

/** True where the browser has an audio element that plays MP3 at all. */
export function canPlayAudio(): boolean {
  return typeof Audio === 'function' && new Audio().canPlayType('audio/mpeg') !== '';
}

/** How far a prepared file may lie from the second at which it is opened, and still need no seek. */
const PREPARED_TOLERANCE_S = 0.05;

/**
 * Sound through two HTMLAudioElements for the whole life of the player: one plays, the other holds what comes next,
 * or what an ad has interrupted. Browsers that want a gesture grant it to an element, so they are kept, and where only
 * the first was granted it, it takes over the other's file.
 */
export const createHtmlAudioSound: CreateSound = (events) => {
  const scope = createScope();
  let active: Deck;
  let standby: Deck | null = null;

  const makeDeck = (): Deck => {
    const relay =
      (name: Exclude<keyof SoundEvents, 'failed' | 'blocked'>): (() => void) =>
      () => {
        if (deck === active) events[name]();
      };
    const deck: Deck = createDeck(scope, {
      ready: relay('ready'),
      started: relay('started'),
      stalled: relay('stalled'),
      paused: relay('paused'),
      seeked: relay('seeked'),
      ended: relay('ended'),
      blocked: () => deck === active && onBlocked(),
      failed(kind) {
        if (deck === active) events.failed(kind);
        // What could not be prepared is fetched again, and fails for all to see, once it is opened.
        else deck.release();
      },
    });
    return deck;
  };
  active = makeDeck();

  function onBlocked(): void {
    if (!standby?.isGranted || active.isGranted) {
      events.blocked();
      return;
    }
    const { source, currentTime } = active;
    swap();
    standby.release();
    if (source) active.load(source, currentTime);
    active.play();
  }

  function swap(): void {
    const next = standby ?? makeDeck();
    active.audio.pause();
    next.audio.playbackRate = active.audio.playbackRate;
    [active, standby] = [next, active];
  }

  const both = (change: (audio: HTMLAudioElement) => void) => {
    change(active.audio);
    if (standby) change(standby.audio);
  };

  return {
    get currentTime() {
      return active.currentTime;
    },
    get duration() {
      return active.audio.duration;
    },
    get bufferedEnd() {
      const { buffered, currentTime } = active.audio;
      for (let i = 0; i < buffered.length; i++) {
        if (currentTime <= buffered.end(i)) return buffered.end(i);
      }
      return currentTime;
    },
    open(source, fileTime) {
      const isThere = standby?.source?.url === source.url && !standby.audio.error;
      const isPrepared =
        isThere && Math.abs((standby?.currentTime ?? 0) - fileTime) < PREPARED_TOLERANCE_S;
      if (isPrepared || (isThere && active.source?.url !== source.url)) {
        swap();
        if (!isPrepared) active.seek(fileTime);
        else if (active.audio.readyState > 0) events.ready();
      } else if (active.source?.url !== source.url || active.audio.error) {
        active.load(source, fileTime);
      } else {
        active.seek(fileTime);
      }
    },
    reload(fileTime) {
      if (active.source) active.load(active.source, fileTime);
    },
    prepare(source, fileTime) {
      if (!standby) {
        standby = makeDeck();
        standby.audio.volume = active.audio.volume;
        standby.audio.muted = active.audio.muted;
      }
      if (standby.source?.url !== source.url) standby.load(source, fileTime);
      else if (Math.abs(standby.currentTime - fileTime) >= PREPARED_TOLERANCE_S) {
        standby.seek(fileTime);
      }
      standby.fetch();
    },
    play: () => active.play(),
    pause: () => active.audio.pause(),
    seek: (fileTime) => active.seek(fileTime),
    warmUp: () => active.fetch(),
    setVolume(fraction) {
      both((audio) => {
        audio.volume = fraction;
        audio.muted = fraction === 0; // iOS ignores the volume, but not this
      });
    },
    setRate(rate) {
      both((audio) => {
        audio.defaultPlaybackRate = rate;
        audio.playbackRate = rate;
      });
    },
    release() {
      active.release();
      standby?.release();
    },
    destroy() {
      this.release();
      scope.dispose();
    },
  };
};
