import { useEffect, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import { copyText } from './copy-text.ts';
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
      if (navigator.share) return await navigator.share({ title, url });
    } catch (error) {
      // The listener changed their mind; anything else means that this frame may not share.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    setCopied(await copyText(url));
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
