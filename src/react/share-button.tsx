import { useEffect, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import { Icon } from './icons.tsx';
import { usePlayerState, useTranslate } from './player-provider.tsx';

const FEEDBACK_MS = 1_500; // spec 2, share box

/** Hands the episode's address to the system's share sheet or, where there is none, to the clipboard. */
export function ShareButton() {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const scope = createScope();
    if (isCopied) scope.timeout(() => setCopied(false), FEEDBACK_MS);
    return scope.dispose;
  }, [isCopied]);
  if (!episode) return null;

  const share = async () => {
    const { title, site_url: url } = episode;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else await navigator.clipboard.writeText(url).then(() => setCopied(true));
    } catch {
      // Dismissed by the listener, or not allowed in this frame: the title's link remains.
    }
  };

  return (
    <button type="button" className="es-button" aria-label={t('share')} onClick={share}>
      <Icon name="share" />
      <span className="es-feedback" role="status">
        {isCopied ? t('copied') : ''}
      </span>
    </button>
  );
}
