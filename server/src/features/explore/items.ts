import type { Episode, Show } from 'earshot/contract';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import { withEntities } from '../../platform/database/with-entities.ts';
import {
  type CursorFormat,
  createCursorFormat,
  IdPosition,
  MomentPosition,
} from '../../platform/http/cursor.ts';
import { type ListAnswer, type ListRequest, readList } from '../../platform/http/list-page.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { getEpisodes } from '../episodes/episodes.ts';
import { getShows } from '../shows/shows.ts';
import * as repository from './item-repository.ts';
import type { ListRow } from './list-repository.ts';
import { type ComputedName, mustFindList, toList } from './lists.ts';

const POSITION = createCursorFormat(Type.Tuple([IdPosition]));
export const SCORE = createCursorFormat(Type.Tuple([Type.Number(), IdPosition]));
const MOMENT = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));

export interface ItemsRequest extends ListRequest {
  /** The show to which the items are similar. */
  show_id?: number | undefined;
}

/**
 * The items of a list: shows or episodes.
 * @param name id or permalink of the list
 * @throws AppError NOT_FOUND, or INVALID_REQUEST for a malformed cursor or a list that needs a show
 */
export async function listItems(
  deps: ReadDeps,
  name: string,
  request: ItemsRequest,
): Promise<ListAnswer<Show | Episode>> {
  deps.sources?.add(ANYTHING);
  const list = await mustFindList(deps.database, name);
  const { items_url: url } = toList(list, deps.config);
  if ('own' in list) return listOwnItems(deps, list.own, { ...request, url });
  if ('language' in list) return listShowsInLanguage(deps, list.language, { ...request, url });
  return COMPUTED[list.computed](deps, { ...request, url });
}

type Located = ItemsRequest & { url: string };

function listOwnItems(deps: ReadDeps, { list_id, type }: ListRow, { url, ...request }: Located) {
  const { database, viewer } = deps;
  return readList(request, {
    url,
    cursor: POSITION,
    count: () => repository.countOwnItems(database, list_id),
    async read(range): Promise<(repository.Placed<[number]> & { entity: Show | Episode })[]> {
      const rows = await repository.listOwnItems(database, list_id, { ...range, viewer });
      return type === 'shows' ? withShows(deps, rows) : withEpisodes(deps, rows);
    },
    positionOf: ({ position }) => position,
    toItem: ({ entity }) => entity,
  });
}

interface ShowsRead<Position extends readonly (string | number)[]> {
  url: string;
  cursor: CursorFormat<Position>;
  count(): Promise<number>;
  read(range: repository.Range<Position>): Promise<repository.Placed<Position>[]>;
}

/** Shows by their positions, as the viewer may see them. */
export const readShows = <Position extends readonly (string | number)[]>(
  deps: ReadDeps,
  request: ListRequest,
  { read, ...source }: ShowsRead<Position>,
) =>
  readList(request, {
    ...source,
    read: async (range) => withShows(deps, await read({ ...range, viewer: deps.viewer })),
    positionOf: ({ position }) => position,
    toItem: ({ entity }) => entity,
  });

function listShowsInLanguage(deps: ReadDeps, language: string, { url, ...request }: Located) {
  const { database } = deps;
  const condition = repository.inLanguage(language);
  return readShows(deps, request, {
    url,
    cursor: SCORE,
    count: () => repository.countBestShows(database, condition),
    read: (range) => repository.listBestShows(database, condition, range),
  });
}

const COMPUTED: Readonly<
  Record<ComputedName, (deps: ReadDeps, request: Located) => Promise<ListAnswer<Show>>>
> = {
  new: (deps, { url, ...request }) =>
    readShows(deps, request, {
      url,
      cursor: MOMENT,
      count: () => repository.countNewShows(deps.database),
      read: (range) => repository.listNewShows(deps.database, range),
    }),
  popular: (deps, { url, ...request }) =>
    readShows(deps, request, {
      url,
      cursor: SCORE,
      count: () => repository.countPopularShows(deps.database),
      read: (range) => repository.listPopularShows(deps.database, range),
    }),
  similar: listSimilar,
};

/** They are few, so all are read for each page. */
async function listSimilar(deps: ReadDeps, { url, show_id, ...request }: Located) {
  if (show_id === undefined) {
    throw invalid('show_id', 'is needed for this list; send the id of the show to compare with');
  }
  const all = await repository.listSimilarShows(deps.database, show_id, deps.viewer);
  return readShows(deps, request, {
    url: `${url}?show_id=${show_id}`,
    cursor: SCORE,
    count: async () => all.length,
    read: async ({ after, offset, limit }) => {
      const rows = after ? all.filter(({ position }) => isBelow(position, after)) : all;
      return rows.slice(offset, offset + limit);
    },
  });
}

const isBelow = ([score, id]: [number, number], [lastScore, lastId]: [number, number]): boolean =>
  score < lastScore || (score === lastScore && id < lastId);

const withShows = <Row extends { id: number }>(deps: ReadDeps, rows: readonly Row[]) =>
  withEntities(
    rows,
    (ids) => getShows(deps, ids),
    ({ show_id }) => show_id,
  );

const withEpisodes = <Row extends { id: number }>(deps: ReadDeps, rows: readonly Row[]) =>
  withEntities(
    rows,
    (ids) => getEpisodes(deps, ids),
    ({ episode_id }) => episode_id,
  );
