import type { FeedToken } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/list-page.ts';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const FeedTokenSchema = Type.Object({
  token_id: Type.Integer(),
  name: Type.String(),
  created_at: Type.String(),
  last_used_at: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof FeedTokenSchema>, FeedToken>;

/** The secret address is shown once, in the answer that makes the token. */
export const NewFeedTokenSchema = Type.Object({
  ...FeedTokenSchema.properties,
  feed_url: Type.String({
    examples: [
      'https://pod.example/show/1/episodes/feed?token=pZ4R0cJ2n8c0Vb3b7m1sYw5T9xK6dQ2eLhU',
    ],
  }),
});

export const FeedTokenBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) });
export const FeedTokenQuery = Type.Object(ListQuery);
export const ShowParams = Type.Object({ show_id: Id });
export const FeedTokenParams = Type.Object({ show_id: Id, token_id: Id });

export const FeedParams = Type.Object({ show_id: Type.String() });
export const FeedQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 500 })) });
