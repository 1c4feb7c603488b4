import { useLayoutEffect, useState } from 'react';
import type { EmbedSourceItem } from '../embed/source-item.ts';
import { createScope } from '../lib/scope.ts';
import type { EmbedPopup } from './embed-popup.tsx';
import { loadPart } from './load-part.ts';
import { usePlayerState, useTranslate } from './player-context.tsx';

/** An event of this name on the document opens the dialog. Its detail is an `EmbedSourceItem`, see `readSourceItem`. */
const OPEN_EVENT = 'embed.open';

export interface EmbedDialogProps {
  productName: string;
  /** Base address of the loader and the player page, without a trailing slash. */
  widgetUrl: string;
}

/** Opens the page's `EmbedDialog` for a show or episode. */
export function openEmbedDialog(item: EmbedSourceItem): void {
  document.dispatchEvent(new CustomEvent(OPEN_EVENT, { detail: item }));
}

/** The embed / share popup, one for each page. The event `embed.open` opens it. */
export function EmbedDialog(props: EmbedDialogProps) {
  const canPlay = usePlaybackSupport();
  const [opened, setOpened] = useState<{ item: EmbedSourceItem; Content: typeof EmbedPopup }>();
  // Before the buttons become interactive: an earlier event would be lost.
  useLayoutEffect(() => {
    const scope = createScope();
    scope.listen(document, OPEN_EVENT, (event) => {
      loadPart(import('./embed-popup.tsx'), ({ EmbedPopup, readSourceItem }) => {
        // Any script on the page can send the event.
        const item = readSourceItem((event as CustomEvent<unknown>).detail);
        if (item) setOpened({ item, Content: EmbedPopup });
        else console.warn('Earshot: the detail of embed.open is no show and no episode.');
      });
    });
    return scope.dispose;
  }, []);
  if (!opened || !canPlay) return null;
  return <opened.Content item={opened.item} code={props} onClose={() => setOpened(undefined)} />;
}

/** False if the device plays no audio type at all. The dialog would be useless. */
function usePlaybackSupport(): boolean {
  return usePlayerState(({ state, currentId }) => state !== 'unsupported' || currentId !== null);
}

/** Opens the dialog. Absent if the dialog would show nothing. */
export function EmbedButton({ item }: { item: EmbedSourceItem }) {
  const t = useTranslate();
  const canPlay = usePlaybackSupport();
  if (!canPlay) return null;
  return (
    <button
      type="button"
      className="es-action es-embed-button"
      data-kind="secondary"
      aria-haspopup="dialog"
      onClick={() => openEmbedDialog(item)}
    >
      {t('share_embed')}
    </button>
  );
}
