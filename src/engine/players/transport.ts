import type { Player, PlayerSnapshot } from '../player.ts';
import { buttonFace } from '../rules/button-face.ts';
import { isWithin } from '../rules/offset-range.ts';
import { clamp } from '../rules/timeline.ts';
import type { CurrentItem } from './current-item.ts';
import type { Loading } from './loading.ts';
import type { NextEpisode } from './next-episode.ts';
import type { ResumeOffer } from './resume-offer.ts';

export interface TransportPorts {
  getSnapshot(): PlayerSnapshot;
  readonly current: CurrentItem;
  readonly loading: Loading;
  readonly resume: ResumeOffer;
  readonly nextEpisode: NextEpisode;
  onChange(): void;
}

export type Transport = Pick<Player, 'pause' | 'toggle' | 'seek' | 'seekFraction' | 'resume'> & {
  play(): void;
};

/** The listener's controls of the current episode. */
export function createTransport(ports: TransportPorts): Transport {
  const { getSnapshot, current, loading, resume, nextEpisode, onChange } = ports;

  function goOn(): void {
    nextEpisode.forget();
    resume.release();
    current.player?.play();
    onChange();
  }

  function pause(): void {
    nextEpisode.forget();
    current.player?.pause();
    onChange();
  }

  function seek(seconds: number): void {
    nextEpisode.forget();
    resume.release();
    const { range } = current;
    if (range && !isWithin(range, seconds)) current.setRange(null);
    current.player?.seek(seconds);
    onChange();
  }

  return {
    play() {
      // Only the listener's own press continues where they stopped.
      if (resume.isHeld) seek(0);
      goOn();
    },
    pause,
    seek,
    toggle(target) {
      const face = buttonFace(getSnapshot(), target);
      if (face === 'pause' || face === 'loading') return pause();
      if (target && !loading.isUnderWay(target)) return loading.open(target, { autoplay: true });
      // The target is already the current episode, so playback resumes instead of loading again.
      goOn();
    },
    seekFraction(fraction) {
      // A fraction refers to the whole episode: while its length is unknown, such a seek ends the range.
      const { duration } = current.view();
      if (duration) return seek(clamp(fraction, 1) * duration);
      resume.release();
      current.setRange(null);
      current.player?.seekFraction(fraction);
      onChange();
    },
    resume() {
      const { resumeTime } = getSnapshot();
      if (resumeTime !== null) seek(resumeTime);
      goOn();
    },
  };
}
