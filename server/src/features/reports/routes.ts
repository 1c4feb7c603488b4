import type { ReportKind, ReportReason } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, Id, Success, UserName } from '../../platform/http/schemas.ts';
import type { Action } from '../policy/policy.ts';
import { findUserId } from '../users/users.ts';
import { addReport, listReports, resolveReport } from './reports.ts';
import { HostReportSchema, ReportBody, ReportQuery } from './schema.ts';

const THINGS = {
  episode: { api: 'report_episode', action: 'episode.report', field: 'episode_id' },
  show: { api: 'report_show', action: 'show.report', field: 'show_id' },
  user: { api: 'report_user', action: 'user.report', field: 'user_id' },
  message: { api: 'report_message', action: 'message.report', field: 'message_id' },
} as const satisfies Record<
  ReportKind,
  { api: Parameters<typeof apiPath>[0]; action: Action; field: string }
>;

/** Members report content, and administrators review it. */
export const reportRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  for (const [kind, { api, action, field }] of Object.entries(THINGS)) {
    app.post(apiPath(api, config), {
      config: { action },
      schema: {
        summary: `Reports a ${kind} to the administrators`,
        params: Type.Object({ [field]: kind === 'user' ? UserName : Id }),
        body: ReportBody,
        response: Created(Type.Object({})),
      },
      async handler(request) {
        const named = (request.params as Record<string, number | string>)[field] ?? 0;
        const { reason, text = '' } = request.body as { reason: ReportReason; text?: string };
        await addReport(database, {
          reporterId: memberId(request),
          kind: kind as ReportKind,
          id:
            kind === 'user'
              ? await findUserId(database, String(named), request.actor)
              : Number(named),
          reason,
          text,
        });
        return DONE;
      },
    });
  }

  app.get(apiPath('host_reports', config), {
    config: { action: 'host.run' },
    schema: {
      summary: 'What members have reported, the newest first',
      querystring: ReportQuery,
      response: Success(Type.Object({ items: Type.Array(HostReportSchema) })),
    },
    handler: async ({ query: { state = 'open', after = null } }) => ({
      response: { items: await listReports(deps, { isOpen: state === 'open', after }) },
    }),
  });

  app.put(apiPath('host_report', config), {
    config: { action: 'host.run' },
    schema: {
      summary: 'Marks a report as done, or opens it again',
      params: Type.Object({ report_id: Id }),
      body: Type.Object({ is_resolved: Type.Boolean() }),
      response: Done,
    },
    async handler({ params: { report_id }, body: { is_resolved } }) {
      await resolveReport(database, { reportId: report_id, isResolved: is_resolved });
      return DONE;
    },
  });
};
