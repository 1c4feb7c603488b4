import type { Ref } from 'react';
import type { PlayTarget } from '../engine/player.ts';
import { buttonFace } from '../engine/rules/button-face.ts';
import { Icon } from './icons.tsx';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

export interface PlayButtonProps {
  /** The episode to play; without it, the player's current one. */
  target?: PlayTarget;
  /** Part of the accessible name, so that the buttons of a page have different names. */
  title?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Plays or pauses. Its face follows the shared player: the button has no state of its own. */
export function PlayButton({ target, title, ref }: PlayButtonProps) {
  const player = usePlayer();
  const t = useTranslate();
  const face = usePlayerState((snapshot) => buttonFace(snapshot, target));
  const verb = face === 'play' || face === 'unsupported' ? 'play' : 'pause';
  const warmUp = () => player?.warmUp(target);

  return (
    <button
      ref={ref}
      type="button"
      className="es-play"
      data-face={face}
      data-episode_id={target?.episode_id}
      data-station_url={target?.station_url}
      data-playlist_url={target?.playlist_url ?? undefined}
      data-offset_start={target?.offset_start ?? undefined}
      data-offset_end={target?.offset_end ?? undefined}
      disabled={face === 'unsupported'}
      title={face === 'unsupported' ? t('error_PLAYBACK_UNSUPPORTED') : undefined}
      aria-label={title ? t(`${verb}_title`, { title }) : t(verb)}
      onClick={() => player?.toggle(target)}
      onPointerEnter={warmUp}
      onFocus={warmUp}
    >
      <Icon name={verb} />
    </button>
  );
}
