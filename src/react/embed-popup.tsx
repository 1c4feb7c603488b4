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

export { readSourceItem } from '../embed/read-source-item.ts';

export interface EmbedPopupProps {
  /** The shared show or episode. */
  item: EmbedSourceItem;
  /** Absent: the popup only shares. */
  code?: {
    productName: string;
    /** Base address of the loader and the player page, without a trailing slash. */
    widgetUrl: string;
    /** The show or episode that the code embeds, if it differs from the shared one. */
    embedded?: EmbedSourceItem;
    /** The initial options. */
    options?: EmbedOptions;
  };
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

function TranslatedPopup({ item, code: given, onClose }: EmbedPopupProps) {
  const t = useDialogTranslate();
  const { title, url, cover_image_url, share_enabled, part } = item;
  const [tab, setTab] = useState<'share' | 'player'>(share_enabled && !part ? 'share' : 'player');
  const label = t('dialog', { title });
  // The address of a private episode has its key. A player on another page has none, and would not play.
  const code = /[?&]key=/.test(url) ? undefined : given;
  const hasTabs = share_enabled && code !== undefined;

  return (
    <Popup label={label} width={POPUP_WIDTH_EMBED_PX} onClose={onClose}>
      <div className="es-dialog-head">
        {cover_image_url && (
          <img src={imageUrl(cover_image_url, 100)} width={48} height={48} alt="" />
        )}
        <h2 dir="auto">{title}</h2>
      </div>
      {hasTabs && (
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
      <div {...(hasTabs ? { role: 'tabpanel', 'aria-label': t(tab) } : {})}>
        {code && tab === 'player' ? (
          <EmbedPanel item={item} {...code} />
        ) : (
          <ShareBox
            title={title}
            url={url}
            twitter_url={twitterShareUrl(item)}
            {...(part?.quote ? {} : { episodeId: item.episode_id, part })} // a quote has its own times
            feedbackMs={COPIED_EMBED_DIALOG_MS}
          />
        )}
      </div>
    </Popup>
  );
}
