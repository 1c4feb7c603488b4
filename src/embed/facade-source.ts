import { generatedCoverPath } from '../contract/covers.ts';
import type { FacadeSource } from './snippets.ts';
import type { EmbedSourceItem } from './source-item.ts';

/** The content of a page before the click that loads the player. The picture is the player's. */
export function facadeSource(item: EmbedSourceItem, widgetUrl: string): FacadeSource {
  const { show_id, show_title: show, duration, image_url, url } = item;
  // The facade uses only pictures of its own host, and covers are drawn by the site's.
  const isOneHost = url.startsWith(`${widgetUrl}/`);
  const drawn = isOneHost && show ? widgetUrl + generatedCoverPath({ show_id, title: show }) : null;
  return { show, duration, image: image_url ?? drawn };
}
