/** The acts of administrators and members. A name is never reused for something else. */
export const ACTS = [
  'host.setup',
  'host.command',
  'account.role',
  'host.settings',
  'invite.create',
  'job.retry',
  'page.examine',
  'report.resolve',
  'notice.change',
  'notice.remove',
  'list.create',
  'list.change',
  'list.remove',
  'campaign.create',
  'campaign.change',
  'campaign.remove',
  'show.create',
  'show.change',
  'show.delete',
  'show.restore',
  'show.move',
  'member.add',
  'member.remove',
  'feed_token.create',
  'feed_token.remove',
  'schedule.change',
  'history.change',
  'radio.submit',
  'radio.withdraw',
  'import.start',
  'episode.create',
  'episode.change',
  'episode.publish',
  'episode.withdraw',
  'episode.delete',
  'episode.restore',
  'episodes.change',
  'comment.remove',
  'account.change',
  'account.delete',
  'email.confirm',
  'password.reset',
  'second_factor.change',
  'second_factor.remove',
  'passkey.create',
  'passkey.remove',
  'session.end',
  'token.create',
  'token.remove',
  'connection.add',
  'connection.remove',
] as const;

export type ActName = (typeof ACTS)[number];

/** A changed field. The values are null if they are long or private. */
export interface AuditChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** An act of the last 90 days. */
export interface AuditEntry {
  audit_id: number;
  at: string;
  /** Null for a visitor who was not signed in, and for the command line. The account may be gone. */
  user_id: number | null;
  /** The name at that time. For the command line, that of the user of the machine. */
  user_name: string;
  action: ActName;
  object_kind: string;
  object_id: string;
  /** The name at that time. Empty if it has none. */
  object_name: string;
  changes: AuditChange[];
  /** A part of the address of the request: 192.0.2.0 or 2001:db8:1::. Only for administrators. */
  address?: string;
  /** The act ended with an error, after something was changed already. */
  has_failed: boolean;
}
