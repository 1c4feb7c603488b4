import type { PlayerSnapshot } from '../engine/player.ts';
import { usePlayerState, useTranslate } from './player-provider.tsx';

const isLoading = ({ state, episode }: PlayerSnapshot) => state === 'loading' && !episode;
const isUnavailable = ({ state, episode }: PlayerSnapshot) => state === 'error' && !episode?.title;

/** The episode's title, linked to its page; what goes on while there is none (spec 2, player bar). */
export function Title({ target }: { target?: '_blank' }) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const loading = usePlayerState(isLoading);
  const unavailable = usePlayerState(isUnavailable);
  const isAd = usePlayerState(({ segment }) => segment?.type === 'audio_ad_slot');

  if (unavailable) return <span className="es-title">{t('unavailable')}</span>;
  if (loading) return <span className="es-title">{t('loading')}</span>;
  if (!episode) return <span className="es-title" />;
  return (
    <span className="es-title">
      {episode.type === 'LIVE' && <b className="es-live">{t('live')}</b>}
      {isAd && <b className="es-live">{t('commercial')}</b>}
      <a href={episode.site_url} target={target} rel={target && 'noopener'}>
        {episode.title}
      </a>
    </span>
  );
}
