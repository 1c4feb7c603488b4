import type { Dashboard } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { MessageSchema } from '../messages/messages.ts';
import { LatestDownloadsSchema, ShowTrendSchema } from '../numbers/numbers.ts';

export const DashboardSchema = Type.Object({
  shows: Type.Array(
    Type.Object({
      show_id: Type.Integer(),
      title: Type.String(),
      downloads: ShowTrendSchema,
      latest: Nullable(LatestDownloadsSchema),
    }),
  ),
  next: Nullable(
    Type.Object({
      episode_id: Type.Integer(),
      title: Type.String(),
      show_id: Type.Integer(),
      show_title: Type.String(),
      published_at: Type.String(),
    }),
  ),
  drafts: Type.Array(
    Type.Object({
      show_id: Type.Integer(),
      show_title: Type.String(),
      count: Type.Integer({ examples: [3] }),
    }),
  ),
  messages: Type.Array(
    Type.Object({
      ...Type.Omit(MessageSchema, ['is_unread']).properties,
      episode_title: Type.String(),
      show_title: Type.String(),
    }),
  ),
});
true satisfies IsSame<Static<typeof DashboardSchema>, Dashboard>;
