import type { FeedImport } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const ImportSchema = Type.Object({
  import_id: Type.Integer(),
  url: Type.String(),
  state: Type.Enum(['preview', 'waiting', 'running', 'done', 'failed'], { type: 'string' }),
  title: Type.String(),
  author: Type.String(),
  show_id: Nullable(Type.Integer()),
  done: Type.Integer(),
  total: Type.Integer(),
  error: Nullable(Type.String()),
  proof: Type.Object({
    is_proven: Type.Boolean(),
    code: Type.String(),
    mail_to: Nullable(Type.String()),
  }),
  items: Type.Array(
    Type.Object({
      title: Type.String(),
      state: Type.Enum(['new', 'known', 'refused', 'imported', 'updated', 'linked'], {
        type: 'string',
      }),
      reason: Nullable(Type.String()),
    }),
  ),
  notes: Type.Array(Type.String(), { examples: [['The feed has several pages: 3 were read.']] }),
  created_at: Type.String(),
});
true satisfies IsSame<Static<typeof ImportSchema>, FeedImport>;

export const ImportParams = Type.Object({ import_id: Id });

export const NewImportBody = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_000 }) });

export const StartImportBody = Type.Object({
  prove_by: Type.Optional(Type.Enum(['feed', 'mail'], { type: 'string' })),
  mail_code: Type.Optional(Type.String({ maxLength: 20 })),
});
