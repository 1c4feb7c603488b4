import { Popup } from '#popup';
import type { Episode } from '../contract/episodes.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { episodeItem, showItemOf, twitterShareUrl } from '../embed/source-item.ts';
import { EmbedPopup } from './embed-popup.tsx';
import { useTranslate } from './player-context.tsx';
import { ShareBox } from './share-box.tsx';

/** The player that fills a frame. */
export interface FramedPlayer {
  options: EmbedOptions;
  productName: string;
}

export interface SharePopupProps {
  episode: Episode;
  /** Set for the player of a frame: the popup then offers the code that embeds this player elsewhere. */
  framed?: FramedPlayer;
  onClose: () => void;
}

/** The ways to share an episode. */
export function SharePopup({ episode, framed, onClose }: SharePopupProps) {
  const t = useTranslate();
  const item = episodeItem(episode);
  if (framed) {
    const isOfShow = framed.options.resource?.startsWith('show_id');
    return (
      <EmbedPopup
        {...framed}
        item={item}
        embedded={isOfShow ? showItemOf(episode) : item}
        widgetUrl={location.origin}
        onClose={onClose}
      />
    );
  }
  return (
    <Popup label={t('sharing_options')} onClose={onClose}>
      <ShareBox title={item.title} url={item.url} twitter_url={twitterShareUrl(item)} />
    </Popup>
  );
}
