import { playerUrl } from 'earshot/embed';
import {
  EMBED_HEIGHT_DEFAULT_PLAIN_PX,
  EMBED_HEIGHT_DEFAULT_RICH_PX,
  type SiteConfig,
} from 'earshot/internal';
import type { LoadedPage } from '../pages/load-page.ts';

/** The page's player, the page of what it plays, and its height in CSS pixels; null where there is nothing to listen to. */
export function playerOf({ content }: LoadedPage, { WIDGET_URL }: SiteConfig) {
  if (content.page === 'episode') {
    const { episode_id, site_url } = content.props.episode;
    const url = playerUrl(WIDGET_URL, { resource: `episode_id=${episode_id}`, playlist: 'false' });
    return { url, site_url, height: EMBED_HEIGHT_DEFAULT_PLAIN_PX };
  }
  if (content.page === 'show' && content.props.show.episode_count > 0) {
    const { show_id, site_url } = content.props.show;
    const url = playerUrl(WIDGET_URL, { resource: `show_id=${show_id}`, playlist: 'show' });
    return { url, site_url, height: EMBED_HEIGHT_DEFAULT_RICH_PX };
  }
  return null;
}
