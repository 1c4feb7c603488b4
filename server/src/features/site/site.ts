import type { SiteData } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import { getEpisodeByPermalink, listBriefs, listLatest } from '../episodes/episodes.ts';
import { getShowByPermalink, listShowBriefs } from '../shows/shows.ts';
import { getUser } from '../users/users.ts';

/** The entities that the site's pages read. */
export function siteData(deps: ReadDeps): SiteData {
  return {
    listShows: (cursor) => listShowBriefs(deps, { cursor }),
    listLatest: (limit) => listLatest(deps, limit),
    getShow: (permalink) => getShowByPermalink(deps, permalink),
    listEpisodes: (showId, cursor) => listBriefs(deps, showId, cursor),
    getEpisode: (userPermalink, permalink, key) =>
      getEpisodeByPermalink(deps, { userPermalink, permalink }, { key: key ?? undefined }),
    getUser: (permalink) => getUser(deps, permalink),
    listUserShows: (userId, cursor) => listShowBriefs(deps, { cursor, userId }),
  };
}
