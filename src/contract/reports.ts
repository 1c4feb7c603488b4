/** Why somebody reports a thing. */
export const REPORT_REASONS = ['spam', 'abuse', 'rights', 'illegal', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What can be reported. A message is a comment on an episode. */
export type ReportKind = 'episode' | 'show' | 'user' | 'message';

/** A report, as administrators see it. */
export interface HostReport {
  report_id: number;
  kind: ReportKind;
  /** Id of the thing. */
  thing_id: number;
  /** The episode of a message, which its address needs. Null for other things. */
  episode_id: number | null;
  reason: ReportReason;
  /** Plain text of the reporter; may be empty. */
  text: string;
  /** The title or the name of the thing, or the text of a message. */
  title: string;
  /** The page of the thing. */
  url: string;
  /** True once the thing is deleted. */
  is_gone: boolean;
  /** Name of the reporter. Null once his account is gone. */
  reporter: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. Null while it waits. */
  resolved_at: string | null;
}

/** Where members report things, under `API_URL`. */
export const REPORT_API_ROUTES = {
  report_episode: '/v2/episodes/{episode_id}/reports',
  report_show: '/v2/shows/{show_id}/reports',
  report_user: '/v2/users/{user_id}/reports',
  report_message: '/v2/messages/{message_id}/reports',
} as const;

/** The page that reports a thing, which its query names, under `SITE_URL`. */
export const REPORT_PAGE_ROUTES = {
  report: '/report',
} as const;
