import {
  IDLE,
  type PlaybackEvent,
  type PlaybackState,
  transition,
} from '../rules/playback-state.ts';
import { silence } from '../sound/silence.ts';
import type { AudioSource, Sound, SoundEvents } from '../sound/sound.ts';

export interface JobPlayerPorts {
  readonly sound: Sound;
  /** A file of silence, for a page whose policy forbids audio from `data:` addresses. */
  readonly silenceUrl?: string | undefined;
  onChange(): void;
}

/** The player that is active while something else is fetched. */
export interface JobPlayer<Value> {
  readonly playback: PlaybackState;
  readonly soundEvents: SoundEvents;
  /** Settles like the job, after the silence has stopped. */
  readonly finished: Promise<Value>;
  play(): void;
  pause(): void;
}

/**
 * Loops silence until a job settles, then finishes. A click allows sound only for a moment, but an element that has
 * played silence since the click may continue with the episode when its data arrives.
 */
export function createJobPlayer<Value>(
  job: Promise<Value>,
  { sound, silenceUrl, onChange }: JobPlayerPorts,
): JobPlayer<Value> {
  let playback = transition(IDLE, 'load');
  let source: AudioSource | null = silence();

  function apply(event: PlaybackEvent): void {
    const before = playback;
    playback = transition(playback, event);
    if (playback !== before) onChange();
  }

  function loop(): void {
    if (!source || !playback.playing) return;
    sound.open(source, 0);
    sound.play();
  }

  function pause(): void {
    apply('pause');
    sound.pause();
  }

  const settle = () => {
    source = null;
    playback = transition(playback, 'loaded');
  };
  const nothing = () => {};

  return {
    get playback() {
      return playback;
    },
    finished: job.finally(settle),
    soundEvents: {
      ready: nothing,
      started: nothing, // the listener does not wait for silence
      stalled: nothing,
      seeked: nothing,
      blocked: () => apply('blocked'),
      paused: pause,
      ended: loop,
      failed() {
        source = silenceUrl && source?.url !== silenceUrl ? { url: silenceUrl } : null;
        loop();
      },
    },
    play() {
      apply('play');
      loop();
    },
    pause,
  };
}
