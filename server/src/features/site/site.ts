import { AppError, type Episode } from 'earshot/contract';
import { linkTimes, type SiteComments, type SiteData } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import { getBlockedUser } from '../blocks/blocks.ts';
import {
  getEpisodeByPermalink,
  listForSite,
  listLatest,
  listNew,
  listSeasons,
} from '../episodes/episodes.ts';
import { isFollowed } from '../follows/follows.ts';
import { isLiked } from '../likes/likes.ts';
import { listMessages } from '../messages/messages.ts';
import { getShowByPermalink, listFullShows, listShowBriefs } from '../shows/shows.ts';
import { getWords, locateTranscript } from '../transcripts/transcripts.ts';
import { getUser } from '../users/users.ts';
import { readHostText } from './host-text.ts';

/** The entities that the site's pages read. */
export function siteData(deps: ReadDeps): SiteData {
  return {
    listShows: (cursor) => listShowBriefs(deps, { cursor }),
    listLatest: (limit) => listLatest(deps, limit),
    listNew: (limit) => listNew(deps, limit),
    getShow: (permalink) => getShowByPermalink(deps, permalink),
    listEpisodes: (showId, query) => listForSite(deps, showId, query),
    listSeasons: (showId) => listSeasons(deps, showId),
    async getEpisode(userPermalink, permalink, key) {
      const name = { userPermalink, permalink };
      const episode = await getEpisodeByPermalink(deps, name, { key: key ?? undefined });
      return episode && withTimes(episode);
    },
    listComments: (episodeId, asked) => listComments(deps, episodeId, asked),
    getTranscript: (episodeId, key) => locateTranscript(deps, { episodeId, key }),
    getWords: (episodeId, key) => getWords(deps, { episodeId, key }),
    getUser: (permalink) => getUser(deps, permalink),
    getBlockedUser: (permalink) => getBlockedUser(deps, permalink),
    async isMarked({ kind, id }) {
      const userId = deps.viewer?.userId;
      if (userId == null) return false;
      return kind === 'episode'
        ? isLiked(deps.database, { userId, episodeId: id })
        : isFollowed(deps.database, { kind, followerId: userId, followedId: id });
    },
    getUploadLimits: async () => ({
      file: deps.config.uploadMaxBytes,
      account: deps.config.uploadQuotaBytes,
    }),
    getHostText: (name, language) =>
      readHostText({
        database: deps.database,
        dataDir: deps.config.dataDir,
        name,
        language,
      }),
    listUserShows: (userId, cursor) => listShowBriefs(deps, { cursor, userId }),
    listOwnShows: (userId, cursor) => listFullShows(deps, { cursor, userId }),
  };
}

/** The times in the notes lead to the page at that second. The site's script plays from there instead. */
function withTimes(episode: Episode): Episode {
  const { description, duration, site_url } = episode;
  const href = (seconds: number) => `${site_url}${site_url.includes('?') ? '&' : '?'}t=${seconds}`;
  return { ...episode, description: linkTimes(description, { duration, href }) };
}

/** A malformed cursor gets the first page, as in the other lists of pages. */
async function listComments(
  deps: ReadDeps,
  episodeId: number,
  { cursor, key }: { cursor: string | null; key: string | null },
): Promise<SiteComments> {
  const request = { cursor: cursor ?? undefined, key: key ?? undefined };
  try {
    const { items = [], next_url } = await listMessages(deps, episodeId, request);
    const next = next_url ? new URL(next_url).searchParams.get('cursor') : null;
    return { items, next, cursor };
  } catch (error) {
    const isMalformed = error instanceof AppError && error.reason === 'INVALID_REQUEST';
    if (!isMalformed || cursor === null) throw error;
    return listComments(deps, episodeId, { cursor: null, key });
  }
}
