import { useMemo, useState } from 'react';
import { Popup } from '#popup';
import { imageUrl } from '../contract/images.ts';
import { COPIED_EMBED_DIALOG_MS, POPUP_WIDTH_EMBED_PX } from '../contract/limits.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { type EmbedSourceItem, twitterShareUrl } from '../embed/source-item.ts';
import { createTranslator } from '../i18n/translator.ts';
import { EmbedPanel } from './embed-panel.tsx';
import { ShareBox } from './share-box.tsx';
import { TabList } from './tab-list.tsx';
import { DialogTranslate, useDialogTranslate } from './use-dialog-translate.ts';
import { useLanguageMessages } from './use-language-messages.ts';

export interface EmbedPopupProps {
  item: EmbedSourceItem;
  productName: string;
  /** Base address of the loader and the player page, without a slash at the end. */
  widgetUrl: string;
  /** The item that the code embeds, if it differs from the shared one. */
  embedded?: EmbedSourceItem;
  /** The initial options. */
  options?: EmbedOptions;
  onClose: () => void;
}

/** The embed / share popup. Few listeners open it, so it and its texts are loaded on demand. */
export function EmbedPopup(props: EmbedPopupProps) {
  const messages = useLanguageMessages(props.onClose);
  const t = useMemo(() => messages && createTranslator(messages.embedDialog), [messages]);
  if (!t) return null;
  return (
    <DialogTranslate.Provider value={t}>
      <TranslatedPopup {...props} />
    </DialogTranslate.Provider>
  );
}

function TranslatedPopup({ item, embedded = item, onClose, ...embed }: EmbedPopupProps) {
  const t = useDialogTranslate();
  const [tab, setTab] = useState<'share' | 'player'>(item.share_enabled ? 'share' : 'player');
  const { title, url, cover_image_url, share_enabled } = item;
  const label = t('dialog', { title });

  return (
    <Popup label={label} width={POPUP_WIDTH_EMBED_PX} onClose={onClose}>
      <header className="es-dialog-head">
        {cover_image_url && (
          <img src={imageUrl(cover_image_url, 100)} width={48} height={48} alt="" />
        )}
        <h2>{title}</h2>
      </header>
      {share_enabled && (
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
      <div {...(share_enabled ? { role: 'tabpanel', 'aria-label': t(tab) } : {})}>
        {tab === 'share' ? (
          <ShareBox
            title={title}
            url={url}
            twitter_url={twitterShareUrl(item)}
            feedbackMs={COPIED_EMBED_DIALOG_MS}
          />
        ) : (
          <EmbedPanel item={embedded} {...embed} />
        )}
      </div>
    </Popup>
  );
}
