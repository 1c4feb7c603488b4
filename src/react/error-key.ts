import type { ErrorReason } from '../contract/errors.ts';
import type { MessageKey } from '../i18n/messages.ts';

const SPOKEN = ['NETWORK', 'EPISODE_UNKNOWN', 'PLAYBACK_UNSUPPORTED', 'SETUP_TIMEOUT'];

/** The message key of a reason. A reason without its own message counts as an unavailable episode. */
export function errorKey(reason: ErrorReason): MessageKey {
  return (SPOKEN.includes(reason) ? `error_${reason}` : 'error_EPISODE_UNAVAILABLE') as MessageKey;
}
