import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ErrorReason } from '../contract/errors.ts';
import type { PlayerSnapshot } from '../engine/player.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { createScope } from '../lib/scope.ts';
import { errorKey } from './error-key.ts';
import { focusPlay } from './focus-play.ts';
import { PART_MISSING } from './load-part.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/** Only long waits are announced, because every seek waits briefly. */
const TELL_LOADING_AFTER_MS = 1_000;
const TELL_MISSING_MS = 8_000;

/**
 * Shows an error message, with a button to retry if that can help. Other changes of the player are announced to screen
 * readers only.
 */
export function Status() {
  const t = useTranslate();
  const error = usePlayerState((snapshot) => snapshot.error);
  const isPartMissing = usePartMissing();
  return (
    <div className="es-status" role="status">
      {error ? (
        <ErrorNotice reason={error} />
      ) : isPartMissing ? (
        <p className="es-error">{t('error_NETWORK')}</p>
      ) : (
        <Doing />
      )}
    </div>
  );
}

/** True for some seconds after the code of a control did not arrive. */
function usePartMissing(): boolean {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const scope = createScope();
    scope.listen(document, PART_MISSING, () => {
      setMissing(true);
      scope.timeout(() => setMissing(false), TELL_MISSING_MS);
    });
    return scope.dispose;
  }, []);
  return isMissing;
}

function ErrorNotice({ reason }: { reason: ErrorReason }) {
  const player = usePlayer();
  const t = useTranslate();
  return (
    <p className="es-error">
      {t(errorKey(reason))}{' '}
      {!/UNSUPPORTED|UNKNOWN/.test(reason) && (
        <button
          type="button"
          className="es-link"
          onClick={(event) => {
            focusPlay(event.currentTarget);
            player?.toggle();
          }}
        >
          {t('retry')}
        </button>
      )}
    </p>
  );
}

function Doing(): ReactNode {
  const t = useTranslate();
  const title = usePlayerState(({ episode }) => episode?.title ?? '');
  const key = usePlayerState(doing);
  const told = useRef('');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const scope = createScope();
    setLong(false);
    if (key === 'loading') scope.timeout(() => setLong(true), TELL_LOADING_AFTER_MS);
    return scope.dispose;
  }, [key]);

  if (key !== 'loading' || isLong) told.current = key ? t(key, { title }) : '';
  return told.current;
}

/** Null while there is nothing to announce. */
function doing({ state, playing, segment }: PlayerSnapshot): MessageKey | null {
  if (state === 'playing') return segment?.type === 'audio_ad_slot' ? 'commercial' : 'now_playing';
  if (state === 'paused' || state === 'ended') return state;
  return playing ? 'loading' : null;
}
