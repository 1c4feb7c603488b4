import { AppError, type InboxEntry } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CursorQuery } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { type IsSame, ItemList, Success } from '../../platform/http/schemas.ts';
import { EpisodeBriefSchema } from '../episodes/episodes.ts';
import { MessageSchema } from '../messages/messages.ts';
import { countInbox, listInbox } from './inbox.ts';

const InboxEntrySchema = Type.Object({
  episode: Type.Pick(EpisodeBriefSchema, [
    'episode_id',
    'show_id',
    'title',
    'show_title',
    'site_url',
    'image_url',
  ]),
  unread: Type.Integer(),
  total: Type.Integer(),
  last_message: MessageSchema,
});
true satisfies IsSame<Static<typeof InboxEntrySchema>, InboxEntry>;

/** Messages of listeners to an author. */
export const inboxRoutes: Feature = async (app, deps) => {
  const { config } = deps;

  app.get(apiPath('inbox', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'Your episodes that have messages, the one with the newest message first',
      description:
        'Reading the messages of an episode marks them as read. This list marks nothing.',
      querystring: Type.Object({ ...CursorQuery, unread: Type.Optional(Type.Boolean()) }),
      response: Success(ItemList(InboxEntrySchema)),
    },
    async handler({ actor, query }) {
      if (actor.userId === null) throw new AppError('NOT_SIGNED_IN');
      return { response: await listInbox({ ...deps, viewer: actor }, actor.userId, query) };
    },
  });

  app.get(apiPath('inbox_count', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'The number of messages to you that you have not read',
      response: Success(Type.Object({ unread: Type.Integer() })),
    },
    async handler({ actor }) {
      if (actor.userId === null) throw new AppError('NOT_SIGNED_IN');
      return { response: { unread: await countInbox(deps, actor.userId) } };
    },
  });
};
