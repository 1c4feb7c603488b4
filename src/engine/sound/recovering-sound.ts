import { relayEvents } from './relay-events.ts';
import type { AudioSource, CreateSound, Sound, SoundEvents, SoundFailure } from './sound.ts';

/** A sound that the recovery takes over while it is in use. */
export interface TakenSound {
  readonly sound: Sound;
  readonly events: SoundEvents;
  /** The open file; null while released. */
  readonly asked: AudioSource | null;
  readonly isWanted: boolean;
  /** Something of the open file has been heard. */
  readonly hasBegun: boolean;
  /** It waits for the network. */
  readonly isWaiting: boolean;
}

/** Stands between a sound and its player: takes the player's calls and the sound's events. */
export interface Recovery
  extends Pick<Sound, 'open' | 'play' | 'pause' | 'tick' | 'release' | 'destroy'> {
  readonly events: SoundEvents;
}

/** Loads the file of the recovery. */
export type LoadRecovery = () => Promise<(taken: TakenSound) => Recovery>;

/**
 * A sound that outlives its connection. The first play fetches the recovery beside the audio, so that it is here before a
 * connection can break. A failure before the first play fetches it too. If it cannot be fetched, the sound fails at once.
 */
export function withRecovery(createSound: CreateSound, load: LoadRecovery): CreateSound {
  return (events) => {
    let state = { asked: null as AudioSource | null, isWanted: false };
    let heard = { hasBegun: false, isWaiting: false };
    let isDestroyed = false;
    let recovery: Recovery | null = null;
    let loading: Promise<void> | null = null;

    const own: SoundEvents = {
      ...events,
      started() {
        heard = { hasBegun: true, isWaiting: false };
        events.started();
      },
      stalled() {
        heard.isWaiting = true;
        events.stalled();
      },
      failed: (kind) => void onFailed(kind),
    };
    const sound = createSound(relayEvents(() => recovery?.events ?? own));

    function prepare(): Promise<void> {
      loading ??= load().then(
        (recover) => {
          if (!isDestroyed) recovery = recover({ sound, events, ...state, ...heard });
        },
        () => {
          loading = null;
        },
      );
      return loading;
    }

    async function onFailed(kind: SoundFailure): Promise<void> {
      const failing = state.asked;
      await prepare();
      if (isDestroyed || failing !== state.asked) return;
      (recovery?.events ?? events).failed(kind);
    }

    const { reload, warmUp, setVolume, setRate } = sound;
    return {
      get currentTime() {
        return sound.currentTime;
      },
      get duration() {
        return sound.duration;
      },
      get bufferedEnd() {
        return sound.bufferedEnd;
      },
      open(source, fileTime) {
        if (source.url !== state.asked?.url) {
          state.asked = source;
          heard = { hasBegun: false, isWaiting: false };
        }
        (recovery ?? sound).open(source, fileTime);
      },
      play() {
        state.isWanted = true;
        void prepare();
        (recovery ?? sound).play();
      },
      pause() {
        state.isWanted = false;
        (recovery ?? sound).pause();
      },
      tick: () => recovery?.tick(),
      release() {
        state = { asked: null, isWanted: false };
        (recovery ?? sound).release();
      },
      reload,
      prepare: sound.prepare,
      warmUp,
      setVolume,
      setRate,
      destroy() {
        isDestroyed = true;
        recovery?.destroy();
        sound.destroy();
      },
    };
  };
}
