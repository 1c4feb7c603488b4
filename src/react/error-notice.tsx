import type { ErrorReason } from '../contract/errors.ts';
import type { MessageKey } from '../i18n/en.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-provider.tsx';

const SPOKEN = [
  'NETWORK',
  'EPISODE_UNAVAILABLE',
  'SHOW_UNAVAILABLE',
  'INVALID_REQUEST',
  'PLAYBACK_UNSUPPORTED',
];

/** The words for a reason; what has none of its own is an episode that cannot be had. */
export function errorKey(reason: ErrorReason): MessageKey {
  return (SPOKEN.includes(reason) ? `error_${reason}` : 'error_EPISODE_UNAVAILABLE') as MessageKey;
}

/** Says in words why nothing plays, and offers to try again where that can help. */
export function ErrorNotice() {
  const player = usePlayer();
  const t = useTranslate();
  const error = usePlayerState((snapshot) => snapshot.error);
  if (!error) return null;

  return (
    <p className="es-error" role="alert">
      {t(errorKey(error))}{' '}
      {error !== 'PLAYBACK_UNSUPPORTED' && (
        <button type="button" className="es-link" onClick={() => player?.play()}>
          {t('retry')}
        </button>
      )}
    </p>
  );
}
