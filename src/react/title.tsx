import type { ReactNode } from 'react';
import type { PlayerSnapshot } from '../engine/player.ts';
import { formatTime } from '../i18n/time.ts';
import { usePlayerState, useTranslate } from './player-context.tsx';

const isLoading = ({ state, episode }: PlayerSnapshot) => state === 'loading' && !episode;
const isInAd = ({ segment, state }: PlayerSnapshot) =>
  segment?.type === 'audio_ad_slot' && state !== 'ended';
export const isUnavailable = ({ state, episode }: PlayerSnapshot) =>
  state === 'error' && !episode?.title;

export interface TitleProps {
  target?: '_blank';
  /** `h1` if the player is the whole page. */
  as?: 'span' | 'h1';
}

/** The episode's title with a link to its page. Without an episode, a message that it is loading or unavailable. */
export function Title({ target, as: Element = 'span' }: TitleProps) {
  return (
    <Element className="es-title" dir="auto">
      <TitleContent {...(target ? { target } : {})} />
    </Element>
  );
}

/** Counts down to the end of the ad. */
function Commercial() {
  const t = useTranslate();
  const seconds = usePlayerState((snapshot) => snapshot.adTimeLeft);
  return (
    <>
      <b className="es-live" dir="ltr">
        {t('commercial')} {formatTime(seconds)}
      </b>{' '}
    </>
  );
}

/**
 * Shows that an ad is playing, and its remaining time, or that the episode is live. The space after it lets the title
 * wrap.
 */
export function Badge() {
  const t = useTranslate();
  const isAd = usePlayerState(isInAd);
  const isLive = usePlayerState(({ episode }) => episode?.type === 'LIVE');
  if (isAd) return <Commercial />;
  if (!isLive) return null;
  return (
    <>
      <b className="es-live" dir="ltr">
        {t('live')}
      </b>{' '}
    </>
  );
}

function TitleContent({ target }: Pick<TitleProps, 'target'>): ReactNode {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const loading = usePlayerState(isLoading);
  const unavailable = usePlayerState(isUnavailable);

  if (unavailable) return t('unavailable');
  if (loading) return t('loading');
  if (!episode) return null;
  return (
    <>
      <Badge />
      <a
        href={episode.site_url}
        lang={episode.show_language}
        target={target}
        rel={target && 'noopener'}
      >
        {episode.title}
      </a>
    </>
  );
}
