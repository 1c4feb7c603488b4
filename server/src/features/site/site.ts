import { AppError, type Episode } from 'earshot/contract';
import { linkTimes } from 'earshot/internal';
import type { SiteComments, SiteData } from 'earshot-site/contract';
import type { ReadDeps } from '../../feature.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { getBlockedUser } from '../blocks/blocks.ts';
import { readDocument } from '../documents/documents.ts';
import {
  getAround,
  getEpisodeByPermalink,
  listForSite,
  listLatest,
  listNew,
  listSeasons,
} from '../episodes/episodes.ts';
import { listImports } from '../imports/imports.ts';
import { linkNotes } from '../links/links.ts';
import { listMessages } from '../messages/messages.ts';
import { hasFeature } from '../payments/payments.ts';
import { mayEditShow } from '../policy/policy.ts';
import { findQuote } from '../quotes/quotes.ts';
import { getShowByPermalink, listFullShows, listShowBriefs } from '../shows/shows.ts';
import { getWords, locateTranscript } from '../transcripts/transcripts.ts';
import { getUser } from '../users/users.ts';
import { readHostText } from './host-text.ts';
import { isMarkedBy } from './member-view.ts';

/** The entities that the site's pages read. */
export function siteData(deps: ReadDeps): SiteData {
  return {
    listLatest: (limit) => listLatest(deps, limit),
    listNew: (limit) => listNew(deps, limit),
    async getShow(permalink) {
      const show = await getShowByPermalink(deps, permalink);
      return show && { ...show, description: linkNotes(show.description).description };
    },
    listEpisodes: (showId, query) => listForSite(deps, showId, query),
    listSeasons: (showId) => listSeasons(deps, showId),
    async getEpisode(userPermalink, permalink, key) {
      const name = { userPermalink, permalink };
      const episode = await getEpisodeByPermalink(deps, name, { key: key ?? undefined });
      return episode && withLinks(episode);
    },
    getAround: (episode) => getAround(deps, episode),
    listComments: (episodeId, asked) => listComments(deps, episodeId, asked),
    getTranscript: (episodeId, key) => locateTranscript(deps, { episodeId, key }),
    getWords: (episodeId, key) => getWords(deps, { episodeId, key }),
    getQuote: (quoteId) => findQuote(deps, quoteId),
    getUser: (permalink) => getUser(deps, permalink),
    getBlockedUser: (permalink) => getBlockedUser(deps, permalink),
    async isMarked(mark) {
      const userId = deps.viewer?.userId;
      return userId == null ? false : isMarkedBy(deps.database, userId, mark);
    },
    mayEditShow: (showId) => mayEditShow(deps.database, deps.viewer ?? ANONYMOUS, showId),
    hasPlanFeature: (userId, feature) => hasFeature(deps, userId, feature),
    getUploadLimits: async () => ({
      file: deps.config.uploadMaxBytes,
      account: deps.config.uploadQuotaBytes,
    }),
    getDocument: readDocument,
    getHostText: (name, language) =>
      readHostText({ database: deps.database, dataDir: deps.config.dataDir, name, language }),
    listUserShows: (userId, cursor) => listShowBriefs(deps, { cursor, userId }),
    listImports: (userId) => listImports(deps.database, userId),
    listOwnShows: (userId, cursor) => listFullShows(deps, { cursor, userId }),
  };
}

/**
 * The addresses in the notes are links, and their times link to the page at that second. The site's script plays from there
 * instead.
 */
function withLinks(episode: Episode): Episode {
  const { description, duration, site_url } = episode;
  const href = (seconds: number) => `${site_url}${site_url.includes('?') ? '&' : '?'}t=${seconds}`;
  const notes = linkNotes(description).description;
  return { ...episode, description: linkTimes(notes, { duration, href }) };
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
