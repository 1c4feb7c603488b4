import { useEffect, useState } from 'react';
import { COPIED_SHARE_BOX_MS } from '../contract/limits.ts';
import { facebookShareUrl } from '../embed/source-item.ts';
import { CopyField } from './copy-field.tsx';
import { useTranslate } from './player-context.tsx';
import { openShareWindow } from './share-window.ts';

export interface ShareBoxProps {
  title: string;
  /** The page to share. */
  url: string;
  /** The site's address that redirects to Twitter. */
  twitter_url: string;
  /** How long a button says "Copied", in milliseconds. */
  feedbackMs?: number;
}

/** The ways to share a page. */
export function ShareBox({
  title,
  url,
  twitter_url,
  feedbackMs = COPIED_SHARE_BOX_MS,
}: ShareBoxProps) {
  const t = useTranslate();
  return (
    <div className="es-share">
      <h2 className="es-popup-title">{t('sharing_options')}</h2>
      <CopyField label={t('share_link')} text={url} feedbackMs={feedbackMs} />
      <div className="es-share-links">
        {url && (
          <a href={facebookShareUrl(url)} target="_blank" rel="noopener" onClick={openShareWindow}>
            Facebook
          </a>
        )}
        <a href={twitter_url} target="_blank" rel="noopener" onClick={openShareWindow}>
          Twitter
        </a>
        <SystemShare title={title} url={url} />
      </div>
    </div>
  );
}

/** Opens the system's share sheet, if there is one. */
function SystemShare({ title, url }: { title: string; url: string }) {
  const t = useTranslate();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered('share' in navigator), []);
  if (!isOffered) return null;
  // Sharing fails if the listener closes the sheet or the frame does not allow it. The other ways still work.
  const share = () => navigator.share({ title, url }).catch(() => {});
  return (
    <button type="button" onClick={share}>
      {t('share_more')}
    </button>
  );
}
