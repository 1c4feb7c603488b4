/** Reasons for a report. */
export const REPORT_REASONS = ['spam', 'abuse', 'rights', 'illegal', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The kinds of things that can be reported. A message is a comment on an episode. */
export type ReportKind = 'episode' | 'show' | 'user' | 'message';

/** A report, for administrators. */
export interface HostReport {
  report_id: number;
  kind: ReportKind;
  /** Id of the thing. */
  thing_id: number;
  /** The episode of a message, for its address. Null for other things. */
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
  /** Name of the reporter. Null once the account is gone. */
  reporter: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. Null while it is open. */
  resolved_at: string | null;
}
