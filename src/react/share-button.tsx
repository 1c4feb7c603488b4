import { useState } from 'react';
import { Icon } from './icons.tsx';
import { loadPart } from './load-part.ts';
import { usePlayerState, useTranslate } from './player-context.tsx';
import type { SharedPlayer } from './share-popup.tsx';

export interface ShareButtonProps {
  /** Lets the dialog also offer the code of this player. */
  player?: SharedPlayer;
}

/** Opens the ways to share the episode. They are loaded on demand. */
export function ShareButton({ player = {} }: ShareButtonProps) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const [opened, setOpened] = useState<typeof import('./share-popup.tsx') | null>(null);
  if (!episode) return null;

  const open = () => loadPart(import('./share-popup.tsx'), setOpened);
  return (
    <>
      <button
        type="button"
        className="es-button"
        aria-label={t('share')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="share" />
      </button>
      {opened && (
        <opened.SharePopup episode={episode} player={player} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
