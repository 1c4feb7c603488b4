import { useState } from 'react';
import { imageUrl } from '../contract/images.ts';
import { loadPart } from './load-part.ts';
import { useCover, usePlayerState, useTranslate } from './player-context.tsx';
import type { SharedPlayer } from './share-popup.tsx';
import { Badge, isUnavailable } from './title.tsx';

/** The current episode, as the button that opens the sheet on a phone. The sheet is loaded on demand. */
export function OpenButton({ shared }: { shared: SharedPlayer }) {
  const t = useTranslate();
  const cover = useCover();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const title = usePlayerState(isUnavailable) ? t('unavailable') : (episode?.title ?? t('loading'));
  const [opened, setOpened] = useState<typeof import('./bar-extras.ts') | null>(null);
  const open = () => loadPart(import('./bar-extras.ts'), setOpened);
  return (
    <>
      <button
        type="button"
        className="es-bar-open"
        aria-label={`${title} – ${t('panel')}`}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={open}
      >
        {cover && <img src={imageUrl(cover, 100)} width={44} height={44} alt="" />}
        <span dir="auto">
          <Badge />
          {episode ? <span lang={episode.show_language}>{title}</span> : title}
        </span>
      </button>
      {opened && <opened.NowPlaying shared={shared} onClose={() => setOpened(null)} />}
    </>
  );
}
