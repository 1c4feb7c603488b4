import { generatedCoverPath } from '../contract/covers.ts';
import type { FacadeSource } from './snippets.ts';
import type { EmbedSourceItem } from './source-item.ts';

/** What a page shows before the click that loads the player: the picture is the one that the player will have. */
export function facadeSource(item: EmbedSourceItem, widgetUrl: string): FacadeSource {
  const { show_id, show_title: show, duration, image_url, url } = item;
  // The facade takes pictures of its own host only, and covers are drawn by the site's.
  const isOneHost = url.startsWith(`${widgetUrl}/`);
  const drawn = isOneHost && show ? widgetUrl + generatedCoverPath({ show_id, title: show }) : null;
  return { show, duration, image: image_url ?? drawn };
}
