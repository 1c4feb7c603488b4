import type { Episode } from '../contract/episodes.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { episodeItem, showItemOf } from '../embed/source-item.ts';
import { EmbedPopup, type EmbedPopupProps } from './embed-popup.tsx';

/** The player whose episode is shared. Without a product and an address the dialog offers no code. */
export interface SharedPlayer {
  productName?: string;
  /** Base address of the loader and the player page, without a trailing slash. In a frame, its own address is used. */
  widgetUrl?: string;
  /** Set for the player of a frame: the dialog then starts with the options of this player. */
  options?: EmbedOptions;
}

export interface SharePopupProps {
  episode: Episode;
  player: SharedPlayer;
  onClose: () => void;
}

/** The ways to share and embed an episode; in the player of a show, the code embeds the show. */
export function SharePopup({ episode, player, onClose }: SharePopupProps) {
  const item = episodeItem(episode);
  const isOfShow = player.options?.resource?.startsWith('show_id');
  const embedded = isOfShow ? showItemOf(episode) : item;
  const code = codeOf(player);
  return (
    <EmbedPopup item={item} onClose={onClose} {...(code && { code: { embedded, ...code } })} />
  );
}

function codeOf({ productName, options, widgetUrl = options && location.origin }: SharedPlayer) {
  if (!productName || !widgetUrl) return undefined;
  const code: EmbedPopupProps['code'] = { productName, widgetUrl };
  return options ? { ...code, options } : code;
}
