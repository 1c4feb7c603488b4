import type { Message } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { UserSchema } from '../users/users.ts';
import { readMessageText } from './message-text.ts';

export const MessageSchema = Type.Object({
  message_id: Type.Integer(),
  episode_id: Type.Integer(),
  user: Nullable(UserSchema),
  text: Type.String(),
  at: Nullable(Type.Number()),
  created_at: Type.String(),
  is_unread: Type.Optional(Type.Boolean()),
});
true satisfies IsSame<Static<typeof MessageSchema>, Message>;

const SECONDS_MAX = 10_000_000; // four months: longer than any recording

export const MessageBody = Type.Object({
  text: Type.String({ 'x-read-by': readMessageText }),
  at: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: SECONDS_MAX }))),
  key: Type.Optional(Type.String()),
});

export const EpisodeParams = Type.Object({ episode_id: Id });
export const MessageParams = Type.Object({ episode_id: Id, message_id: Id });
