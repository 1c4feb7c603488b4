import type { DoctorVisit } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Created, Id, type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { addVisit, getVisit, listVisits } from './visits.ts';

/** As in `webAddress`. */
const WebUrl = Type.String({
  maxLength: 2_000,
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?://\\S+\\s*$',
  'x-rule': 'web_address',
  examples: ['https://blog.example/post'],
});

const MendSchema = Type.Object({
  place: Type.Enum(['markup', 'header', 'style'], { type: 'string' }),
  before: Nullable(Type.String()),
  after: Type.String(),
});

const FindingSchema = Type.Object({
  host: Type.String(),
  address: Type.String(),
  path: Type.String(),
  line: Nullable(Type.Integer()),
  reason: Nullable(Type.String()),
  text: Type.String(),
  mends: Type.Array(MendSchema),
});

const VisitSchema = Type.Object({
  visit_id: Type.Integer(),
  url: Type.String(),
  state: Type.Enum(['waiting', 'running', 'done', 'failed'], { type: 'string' }),
  error: Nullable(Type.String()),
  created_at: Type.String({ examples: ['2026-03-01T08:00:00.000Z'] }),
  is_cut: Type.Boolean(),
  findings: Type.Array(FindingSchema),
});
true satisfies IsSame<Static<typeof VisitSchema>, DoctorVisit>;

const Answer = Type.Object({ visit: VisitSchema });

/** Administrators let the host open a page of a blog, to learn why a player there does not sound. */
export const doctorRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const run = { action: 'host.run' } as const;

  app.get(apiPath('host_doctor', config), {
    config: run,
    schema: {
      summary: 'The last pages whose players were examined',
      response: Success(Type.Object({ items: Type.Array(VisitSchema) })),
    },
    handler: async (request) => ({
      response: { items: await listVisits(deps, languageOf(request)) },
    }),
  });

  app.post(apiPath('host_doctor', config), {
    config: { ...run, limit: 'doctor' },
    schema: {
      summary: 'Opens a page in a browser, and examines its players',
      body: Type.Object({ url: WebUrl }),
      response: Created(Answer),
    },
    async handler(request) {
      const visit = await addVisit(deps, request.body.url, languageOf(request));
      return { response: { visit } };
    },
  });

  app.get(apiPath('host_doctor_visit', config), {
    config: run,
    schema: {
      summary: 'A page whose players are examined, and what was found',
      params: Type.Object({ visit_id: Id }),
      response: Success(Answer),
    },
    handler: async (request) => ({
      response: { visit: await getVisit(deps, request.params.visit_id, languageOf(request)) },
    }),
  });
};
