import { API_ROUTES, AppError, buildPath, type Episode, type Tag } from 'earshot/contract';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import { inOrderOf } from '../../platform/database/in-order-of.ts';
import { withEntities } from '../../platform/database/with-entities.ts';
import { createCursorFormat, IdPosition, MomentPosition } from '../../platform/http/cursor.ts';
import { type ListAnswer, type ListRequest, readList } from '../../platform/http/list-page.ts';
import { getEpisodes } from '../episodes/episodes.ts';
import * as repository from './repository.ts';
import { tagName } from './tag-name.ts';

export { TagSchema } from './schema.ts';
export { tagName } from './tag-name.ts';

const CURSOR = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));

/** The tags of these ids in order. */
export async function getTags(
  { database, config }: ReadDeps,
  ids: readonly number[],
): Promise<Tag[]> {
  if (ids.length === 0) return [];
  const rows = await repository.findTags(database, ids);
  return inOrderOf(ids, rows, ({ tag_id }) => tag_id).map(({ name, title, episode_count }) => ({
    name,
    title,
    episode_count,
    items_url: config.apiUrl + buildPath(API_ROUTES, 'tag_episodes', { tag_name: name }),
  }));
}

/**
 * The public episodes with a tag, or whose show has it, the newest first. Empty for an unused tag.
 * @param text any spelling of the tag
 * @throws AppError NOT_FOUND for a text that cannot be a tag, INVALID_REQUEST for a malformed cursor
 */
export async function listTagEpisodes(
  deps: ReadDeps,
  text: string,
  request: ListRequest,
): Promise<ListAnswer<Episode>> {
  const { database, config, viewer } = deps;
  const name = tagName(text);
  if (name === null) throw new AppError('NOT_FOUND');
  deps.sources?.add(ANYTHING);
  return readList(request, {
    url: config.apiUrl + buildPath(API_ROUTES, 'tag_episodes', { tag_name: name }),
    cursor: CURSOR,
    count: () => repository.countEpisodes(database, name),
    async read(range) {
      const rows = await repository.listEpisodeIds(database, { ...range, name, viewer });
      return withEntities(
        rows,
        (ids) => getEpisodes(deps, ids),
        ({ episode_id }) => episode_id,
      );
    },
    positionOf: ({ moment, id }): repository.Position => [moment, id],
    toItem: ({ entity }) => entity,
  });
}
