import { createScope } from '../../lib/scope.ts';
import { createDeck, type Deck } from './deck.ts';
import { relayEvents } from './relay-events.ts';
import type { CreateSound } from './sound.ts';

/** The maximum distance between a prepared file's position and the requested one at which no seek is needed. */
const PREPARED_TOLERANCE_S = 0.05;

/**
 * Sound from two HTMLAudioElements that exist as long as the player: one plays, the other holds the next file, or the
 * one that an ad has interrupted. A browser that requires a gesture grants sound to a single element. So the elements
 * are kept, and if only the first one has the grant, it takes over the other's file.
 */
export const createHtmlAudioSound: CreateSound = (events) => {
  const scope = createScope();
  let standby: Deck | null = null;

  const makeDeck = (): Deck => {
    const deck: Deck = createDeck(scope, {
      ...relayEvents(() => (deck === active ? events : null)),
      blocked: () => deck === active && onBlocked(),
      failed(kind) {
        if (deck === active) events.failed(kind);
        // A file that could not be prepared is fetched again when it is opened, and may then fail visibly.
        else deck.release();
      },
    });
    return deck;
  };
  let active = makeDeck();

  function makeStandby(): Deck {
    const deck = makeDeck();
    const { volume, muted, defaultPlaybackRate } = active.audio;
    Object.assign(deck.audio, { volume, muted, defaultPlaybackRate });
    return deck;
  }

  function onBlocked(): void {
    if (!standby?.isGranted || active.isGranted) {
      events.blocked();
      return;
    }
    const refused = active;
    const { source, currentTime } = refused;
    swap(standby);
    refused.release();
    if (source) active.load(source, currentTime);
    active.play();
  }

  function swap(next: Deck): void {
    active.pause();
    standby = active;
    active = next;
  }

  function release(): void {
    active.release();
    standby?.release();
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
        const end = buffered.end(i);
        if (currentTime <= end) return end;
      }
      return currentTime;
    },
    open(source, fileTime) {
      const isHere = active.source?.url === source.url;
      const prepared = standby?.source?.url === source.url ? standby : null;
      const isExact = prepared && Math.abs(prepared.currentTime - fileTime) < PREPARED_TOLERANCE_S;
      if (prepared && (isExact || !isHere)) {
        swap(prepared);
        if (!isExact) active.seek(fileTime);
        else if (active.audio.readyState) events.ready();
      } else if (isHere && !active.hasFailed) {
        active.seek(fileTime);
      } else {
        active.load(source, fileTime);
      }
    },
    reload(fileTime) {
      if (active.source) active.load(active.source, fileTime);
    },
    prepare(source, fileTime) {
      standby ??= makeStandby();
      if (standby.source?.url !== source.url) standby.load(source, fileTime);
      else if (Math.abs(standby.currentTime - fileTime) >= PREPARED_TOLERANCE_S) {
        standby.seek(fileTime);
      }
      standby.fetch('auto');
    },
    play: () => active.play(),
    pause: () => active.pause(),
    tick() {},
    warmUp: () => active.fetch('metadata'),
    setVolume(fraction) {
      both((audio) => {
        audio.volume = fraction;
        audio.muted = fraction === 0; // iOS ignores the volume, but not `muted`
      });
    },
    setRate(rate) {
      both((audio) => {
        // A new file starts at the default rate.
        audio.defaultPlaybackRate = rate;
        audio.playbackRate = rate;
      });
    },
    release,
    destroy() {
      release();
      scope.dispose();
    },
  };
};
