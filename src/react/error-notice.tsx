import type { MessageKey } from '../i18n/en.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';

const SPOKEN = ['NETWORK', 'EPISODE_UNAVAILABLE', 'SHOW_UNAVAILABLE', 'PLAYBACK_UNSUPPORTED'];

/** Says in words why nothing plays, and offers to try again where that can help. */
export function ErrorNotice() {
  const player = usePlayer();
  const t = useTranslate();
  const error = usePlayerState((snapshot) => snapshot.error);
  if (!error) return null;
  const key = SPOKEN.includes(error) ? `error_${error}` : 'error_EPISODE_UNAVAILABLE';

  return (
    <p className="es-error" role="alert">
      {t(key as MessageKey)}{' '}
      {error !== 'PLAYBACK_UNSUPPORTED' && (
        <button type="button" className="es-link" onClick={() => player?.play()}>
          {t('retry')}
        </button>
      )}
    </p>
  );
}
