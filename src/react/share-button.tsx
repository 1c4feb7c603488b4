import { useState } from 'react';
import { Icon } from './icons.tsx';
import { usePlayerState, useTranslate } from './player-provider.tsx';
import type { FramedPlayer, SharePopup } from './share-popup.tsx';

export interface ShareButtonProps {
  /** Where it belongs to the player of a frame: the popup then makes code that shows it elsewhere. */
  framed?: FramedPlayer;
}

/** Opens the ways to pass the episode on; they are fetched when somebody asks for them. */
export function ShareButton({ framed }: ShareButtonProps) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const [opened, setOpened] = useState<{ Content: typeof SharePopup } | null>(null);
  if (!episode) return null;

  const open = () => {
    import('./share-popup.tsx').then(
      ({ SharePopup }) => setOpened({ Content: SharePopup }),
      () => {}, // without a connection there is nowhere to pass it on to
    );
  };
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
        <opened.Content
          episode={episode}
          onClose={() => setOpened(null)}
          {...(framed ? { framed } : {})}
        />
      )}
    </>
  );
}
