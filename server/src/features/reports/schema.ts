import { type HostReport, REPORT_REASONS } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

const Reason = Type.Enum(REPORT_REASONS, { type: 'string' });

export const HostReportSchema = Type.Object({
  report_id: Type.Integer(),
  kind: Type.Enum(['episode', 'show', 'user', 'message'], { type: 'string' }),
  thing_id: Type.Integer(),
  episode_id: Nullable(Type.Integer()),
  reason: Reason,
  text: Type.String(),
  title: Type.String(),
  url: Type.String(),
  is_gone: Type.Boolean(),
  reporter: Nullable(Type.String()),
  created_at: Type.String(),
  resolved_at: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof HostReportSchema>, HostReport>;

export const ReportBody = Type.Object({
  reason: Reason,
  text: Type.Optional(Type.String({ maxLength: 1_000 })),
});

export const ReportQuery = Type.Object({
  state: Type.Optional(Type.Enum(['open', 'resolved'], { type: 'string' })),
  after: Type.Optional(Id),
});
