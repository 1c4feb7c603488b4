import { API_ROUTES, AppError, buildPath, type FeedToken } from 'earshot/contract';
import { Type } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import { type ListRequest, readList } from '../../platform/http/list-page.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { isBlank } from '../../platform/text/plain-text.ts';
import { requireFeature } from '../payments/payments.ts';
import { privateFeedAddress } from './show-to-rss.ts';
import * as repository from './token-repository.ts';

type Deps = Pick<FeatureDeps, 'database' | 'config'>;

const TOKENS_MAX = 10_000; // of one show
const CURSOR = createCursorFormat(Type.Tuple([IdPosition]));

/** One page of the subscribers of a show, the newest first, without the tokens. */
export function listFeedTokens({ database, config }: Deps, showId: number, request: ListRequest) {
  return readList(request, {
    url: config.apiUrl + buildPath(API_ROUTES, 'feed_tokens', { show_id: showId }),
    cursor: CURSOR,
    read: ({ after, ...range }) =>
      repository.listTokens(database, { ...range, showId, after: after?.[0] ?? null }),
    count: () => repository.countTokens(database, showId),
    positionOf: (row): [number] => [row.token_id],
    toItem: toFeedToken,
  });
}

/**
 * Makes the address of a private feed for one subscriber. Only its hash is stored, so it cannot be shown again.
 * @throws AppError INVALID_REQUEST for a bad name, or if the show has too many, FORBIDDEN if the plan of its owner
 * has none
 */
export async function createFeedToken(deps: Deps, showId: number, text: string) {
  const { database, config } = deps;
  const name = cleanLine(text);
  if (isBlank(name)) throw invalid('name', 'empty');
  await requireFeature(deps, await repository.findOwner(database, showId), 'private_feeds');
  if ((await repository.countTokens(database, showId)) >= TOKENS_MAX) {
    throw invalid('name', 'subscribers_full', { n: TOKENS_MAX });
  }
  const secret = newSecret();
  const token = { show_id: showId, name, token_hash: hashSecret(secret) };
  const row = await repository.insertToken(database, token);
  return { ...toFeedToken(row), feed_url: privateFeedAddress(showId, secret, config) };
}

/**
 * Revokes a token from the next request on.
 * @throws AppError NOT_FOUND if the show has no such token
 */
export async function revokeFeedToken(
  database: Database,
  token: { showId: number; tokenId: number },
): Promise<void> {
  if (!(await repository.deleteToken(database, token))) throw new AppError('NOT_FOUND');
}

function toFeedToken({ created_at, last_used_at, ...row }: repository.TokenRow): FeedToken {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
