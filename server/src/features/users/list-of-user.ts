import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API_ROUTES, AppError, buildPath } from 'earshot/contract';
import { type TSchema, Type } from 'typebox';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import { CACHED_ROUTE, sendJson, UNANNOUNCED } from '../../platform/cache/send-answer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PairList } from '../../platform/database/pairs.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import {
  ListQuery,
  type ListRequest,
  listKey,
  type PagerAnswer,
} from '../../platform/http/list-page.ts';
import { readPairList } from '../../platform/http/pair-list.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { ListAnswer, Success, UserName } from '../../platform/http/schemas.ts';
import * as repository from './repository.ts';

/** A public list of things that a user has a relation to, such as their likes. */
export interface ListOfUser<Item> {
  /** The name of the list and of its route. */
  name: 'likes' | 'followings' | 'fans' | 'favorites';
  /** The parameter of the route with the id or permalink of the user. */
  param: string;
  pairsOf(userId: number, viewer: Viewer): PairList;
  /** Reads the entities of these ids. */
  read(deps: ReadDeps, ids: readonly number[]): Promise<readonly Item[]>;
  idOf(item: Item): number;
}

/** The source of a user's list in stored answers. */
export const sourceOfList = ({ name }: Pick<ListOfUser<never>, 'name'>, userId: number) =>
  `${name}:${userId}`;

/** @throws AppError USER_UNAVAILABLE, or for a malformed cursor */
async function readListOfUser<Item>(
  deps: ReadDeps,
  list: ListOfUser<Item>,
  { user, request }: { user: string; request: ListRequest },
): Promise<PagerAnswer<Item>> {
  const { database, config, sources, viewer = ANONYMOUS } = deps;
  const userId = await findUserId(database, user, viewer);
  sources?.add(sourceOfList(list, userId));
  return readPairList(database, list.pairsOf(userId, viewer), {
    request,
    url: config.apiUrl + buildPath(API_ROUTES, list.name, { [list.param]: user }),
    read: (ids) => list.read(deps, ids),
    idOf: list.idOf,
  });
}

interface ListRoute<Item> {
  list: ListOfUser<Item>;
  summary: string;
  item: TSchema;
}

/** Adds the route of a list. */
export function serveListOfUser<Item>(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  deps: FeatureDeps,
  { list, summary, item }: ListRoute<Item>,
): void {
  app.get(apiPath(list.name, deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'user.read' },
    schema: {
      summary,
      params: Type.Object({ [list.param]: UserName }),
      querystring: Type.Object(ListQuery),
      response: Success(ListAnswer(item)),
    },
    handler(request, reply) {
      const { [list.param]: user = '' } = request.params as Record<string, string>;
      return sendJson(deps.answers, request, reply, {
        ...UNANNOUNCED,
        isEarly: true,
        key: `${list.name} ${user} ${listKey(request.query)}`,
        read: (sources) =>
          readListOfUser({ ...deps, sources, viewer: request.actor }, list, {
            user,
            request: request.query,
          }),
      });
    },
  });
}

/**
 * The id of a user in a path, given by id or permalink. The viewer's own id costs no query.
 * @throws AppError USER_UNAVAILABLE, also for a user whom the viewer may not see
 */
export async function findUserId(
  database: Database,
  name: number | string,
  viewer: Viewer = ANONYMOUS,
): Promise<number> {
  if (viewer.userId !== null && String(name) === String(viewer.userId)) return viewer.userId;
  const row = await repository.findUser(database, name, viewer);
  if (!row) throw new AppError('USER_UNAVAILABLE');
  return row.user_id;
}
