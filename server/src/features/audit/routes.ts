import { ACTS, type AuditEntry } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Id, type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { readActs } from './audit.ts';

const Action = Type.Enum(ACTS, { type: 'string', examples: ['show.delete'] });

const EntrySchema = Type.Object({
  audit_id: Type.Integer(),
  at: Type.String({ examples: ['2026-03-01T08:00:00.000Z'] }),
  user_id: Nullable(Type.Integer()),
  user_name: Type.String({ examples: ['Ada Rossi'] }),
  action: Action,
  object_kind: Type.String({ examples: ['show'] }),
  object_id: Type.String({ examples: ['12'] }),
  object_name: Type.String({ examples: ['Field Notes on Sound'] }),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['title'] }),
      before: Nullable(Type.String({ examples: ['Field Notes'] })),
      after: Nullable(Type.String({ examples: ['Field Notes on Sound'] })),
    }),
  ),
  address: Type.Optional(
    Type.String({
      description: 'A part of the address of the request. Only for administrators.',
      examples: ['192.0.2.0'],
    }),
  ),
  has_failed: Type.Boolean(),
});
true satisfies IsSame<Static<typeof EntrySchema>, AuditEntry>;

const Before = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The `audit_id` of the last entry of the page before.',
  }),
);
const Entries = Success(Type.Object({ items: Type.Array(EntrySchema) }));

/** Acts of the last 90 days: all for administrators, and those about a show for its owner. */
export const auditRoutes: Feature = async (app, { config, database }) => {
  app.get(apiPath('host_audit', config), {
    config: { action: 'host.run' },
    schema: {
      summary: 'Acts of administrators and members, the newest first',
      querystring: Type.Object({
        user: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'The id, the permalink or the name of a user.',
            examples: ['ada-rossi'],
          }),
        ),
        action: Type.Optional(Action),
        before: Before,
      }),
      response: Entries,
    },
    handler: async ({ query }) => ({ response: { items: await readActs(database, query) } }),
  });

  app.get(apiPath('show_audit', config), {
    config: { action: 'show.audit' },
    schema: {
      summary: 'What was done with a show in the last 90 days, the newest first',
      params: Type.Object({ show_id: Id }),
      querystring: Type.Object({ before: Before }),
      response: Entries,
    },
    async handler({ params, query }) {
      const acts = await readActs(database, { ...query, showId: params.show_id });
      const items = acts.map(({ address: _, ...entry }) => entry);
      return { response: { items } };
    },
  });
};
