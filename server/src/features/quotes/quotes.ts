import { AppError, buildPath, type EpisodeQuote, SITE_ROUTES } from 'earshot/contract';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addShowSources } from '../shows/shows.ts';
import { askForPlaces } from './ask-for-places.ts';
import { markWords } from './mark-words.ts';
import type { Place } from './place-quote.ts';
import * as repository from './repository.ts';

/** Enough for every sentence of an episode. Visitors make quotes, and each takes 1 to 4 kB. */
const QUOTES_PER_EPISODE_MAX = 2_000;

type MarkDeps = Pick<FeatureDeps, 'database' | 'config' | 'jobs'>;

/**
 * Makes a quote of the words in a span of a public episode that the viewer may read. The same words are one quote.
 * @throws AppError EPISODE_UNAVAILABLE; NOT_FOUND without a transcript with times; INVALID_REQUEST if the span has no
 * words or is too long; CONFLICT if the episode has too many quotes
 */
export async function makeQuote(
  deps: MarkDeps,
  episodeId: number,
  { span, viewer }: { span: Place; viewer: Viewer },
): Promise<EpisodeQuote> {
  const quoteId = await deps.database.transaction().execute(async (transaction) => {
    const found = await repository.lockWords(transaction, episodeId, viewer);
    if (!found) throw new AppError('EPISODE_UNAVAILABLE');
    const { cues, language, media_id } = found;
    if (!cues || language === null) throw new Refusal('NOT_FOUND', 'no_transcript');
    const marked = markWords(episodeId, cues, span);
    const { quoteId, text, before, after, starts_at, ends_at } = marked;
    if (await repository.findQuote(transaction, quoteId)) return quoteId;
    if ((await repository.countQuotes(transaction, episodeId)) >= QUOTES_PER_EPISODE_MAX) {
      throw new Refusal('CONFLICT', 'too_many_quotes');
    }
    await repository.addQuote(transaction, {
      quote_id: quoteId,
      episode_id: episodeId,
      language,
      marked_text: text,
      text_before: before,
      text_after: after,
      marked_from: starts_at,
      marked_to: ends_at,
      marked_media_id: media_id,
      text,
      starts_at,
      ends_at,
      media_id,
    });
    await askForPlaces(deps, transaction, episodeId);
    return quoteId;
  });
  return getQuote({ ...deps, viewer }, quoteId);
}

/** @throws AppError NOT_FOUND if there is no such quote, or its episode is not public */
export async function getQuote(deps: ReadDeps, quoteId: string): Promise<EpisodeQuote> {
  const quote = await findQuote(deps, quoteId);
  if (!quote) throw new AppError('NOT_FOUND');
  return quote;
}

/** Null if there is no such quote, or the viewer may not read its episode. */
export async function findQuote(deps: ReadDeps, quoteId: string): Promise<EpisodeQuote | null> {
  const row = await repository.findQuote(deps.database, quoteId, deps.viewer);
  if (!row) return null;
  addShowSources(deps, row);
  const state = stateOf(row);
  const isPlaced = state === 'placed';
  return {
    quote_id: row.quote_id,
    episode_id: row.episode_id,
    state,
    // Words that were cut, perhaps for a reason, do not live on in their quotes.
    text: isPlaced ? row.text : null,
    language: row.language,
    starts_at: isPlaced ? row.starts_at : null,
    ends_at: isPlaced ? row.ends_at : null,
    site_url: deps.config.siteUrl + buildPath(SITE_ROUTES, 'quote', { quote_id: quoteId }),
  };
}

/** A place in other audio than the present one is not played. After a change of the transcript alone, it still is. */
function stateOf(row: repository.FoundQuote): EpisodeQuote['state'] {
  const isPlaced = row.placed_changes === row.changes;
  const isOfPresent = row.media_id === row.present_media_id && row.media_id !== null;
  if (!isPlaced && !isOfPresent) return 'moving';
  return row.is_lost ? 'lost' : 'placed';
}
