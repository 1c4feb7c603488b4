import { AUDIO_SETUP_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { SoundFeed, SoundFeedEvents } from './sound-feed.ts';

/** Lets a script provide the sound of an element. */
export interface Feeder {
  /** A script provides the sound. */
  readonly isOn: boolean;
  /** Loads the script, and lets it feed the element from this address. */
  start(module: Promise<{ feed: SoundFeed }>, url: string, events: SoundFeedEvents): void;
  stop(): void;
}

export function createFeeder(scope: Scope, audio: HTMLAudioElement): Feeder {
  let isOn = false;
  let end = () => {};

  return {
    get isOn() {
      return isOn;
    },
    start(module, url, events) {
      end();
      isOn = true;
      const attached = scope.child();
      end = attached.dispose;
      const cancelTimeout = attached.timeout(() => events.failed('setup'), AUDIO_SETUP_TIMEOUT_MS);
      module.then(
        ({ feed }) => {
          cancelTimeout();
          if (!attached.disposed) attached.add(feed(audio, url, events));
        },
        () => attached.disposed || events.failed('network'),
      );
    },
    stop() {
      end();
      isOn = false;
    },
  };
}
