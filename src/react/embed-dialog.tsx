import { useEffect, useMemo, useState } from 'react';
import { imageUrl } from '../contract/image-url.ts';
import { COPIED_EMBED_DIALOG_MS, POPUP_WIDTH_EMBED_PX } from '../contract/limits.ts';
import { type EmbedSourceItem, widgetSettings } from '../embed/source-item.ts';
import { createScope } from '../lib/scope.ts';
import { EmbedPanel } from './embed-panel.tsx';
import { usePlayerState } from './player-provider.tsx';
import { Popup } from './popup.tsx';
import { ShareBox } from './share-box.tsx';
import { TabList } from './tab-list.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

/** What opens the dialog: an event of this name on the document, with an `EmbedSourceItem` as its detail. */
const OPEN_EVENT = 'embed.open';

export interface EmbedDialogProps {
  productName: string;
  /** Where the loader and the player page live, without a slash at the end. */
  widgetUrl: string;
}

/** Opens the page's `EmbedDialog` for a show or episode. */
export function openEmbedDialog(item: EmbedSourceItem): void {
  document.dispatchEvent(new CustomEvent(OPEN_EVENT, { detail: item }));
}

/** The embed / share popup. One for a page, closed until `embed.open`. */
export function EmbedDialog(props: EmbedDialogProps) {
  const canPlay = usePlaybackSupport();
  const [item, setItem] = useState<EmbedSourceItem | null>(null);
  useEffect(() => {
    const scope = createScope();
    scope.listen(document, OPEN_EVENT, (event) => {
      setItem((event as CustomEvent<EmbedSourceItem>).detail);
    });
    return scope.dispose;
  }, []);
  if (!item || !canPlay) return null;
  return <OpenDialog {...props} item={item} onClose={() => setItem(null)} />;
}

/** False on a device that plays no type of audio that there is: nobody needs a player there (spec 2). */
function usePlaybackSupport(): boolean {
  return usePlayerState(({ state, current_id }) => state !== 'unsupported' || current_id !== null);
}

interface OpenDialogProps extends EmbedDialogProps {
  item: EmbedSourceItem;
  onClose: () => void;
}

function OpenDialog({ item, productName, widgetUrl, onClose }: OpenDialogProps) {
  const t = useDialogTranslate();
  const settings = useMemo(() => widgetSettings(item, productName), [item, productName]);
  const [tab, setTab] = useState<'share' | 'player'>(item.share_enabled ? 'share' : 'player');
  const { title, url } = item;
  const label = t('dialog', { title });

  return (
    <Popup label={label} width={POPUP_WIDTH_EMBED_PX} onClose={onClose}>
      <header className="es-dialog-head">
        {item.cover_image_url && (
          <img src={imageUrl(item.cover_image_url, 100)} width={48} height={48} alt="" />
        )}
        <h2>{title}</h2>
      </header>
      {item.share_enabled && (
        <TabList
          label={label}
          tabs={[
            { value: 'share', label: t('share') },
            { value: 'player', label: t('player') },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      )}
      <div {...(item.share_enabled ? { role: 'tabpanel', 'aria-label': t(tab) } : {})}>
        {tab === 'share' ? (
          <ShareBox
            title={title}
            url={url}
            twitter_url={settings.widget_twitter_url}
            feedbackMs={COPIED_EMBED_DIALOG_MS}
          />
        ) : (
          <EmbedPanel {...{ title, settings, productName, widgetUrl }} />
        )}
      </div>
    </Popup>
  );
}

/** Opens the dialog. Absent where it would show nothing. */
export function EmbedButton({ item }: { item: EmbedSourceItem }) {
  const t = useDialogTranslate();
  const canPlay = usePlaybackSupport();
  if (!canPlay) return null;
  return (
    <button
      type="button"
      className="es-embed-button"
      aria-haspopup="dialog"
      onClick={() => openEmbedDialog(item)}
    >
      {t('open')}
    </button>
  );
}
