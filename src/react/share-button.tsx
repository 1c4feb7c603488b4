import { useState } from 'react';
import type { EmbedOptions } from '../embed/options.ts';
import { Icon } from './icons.tsx';
import { usePlayerState, useTranslate } from './player-provider.tsx';
import type { SharePopup } from './share-popup.tsx';

export interface ShareButtonProps {
  /** Of the player in this frame: the box then offers the code that shows it elsewhere. */
  options?: EmbedOptions;
}

/** Opens the ways to pass the episode on; they are fetched when somebody asks for them. */
export function ShareButton({ options }: ShareButtonProps) {
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
          {...(options ? { options } : {})}
        />
      )}
    </>
  );
}
