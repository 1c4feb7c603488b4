/** An account, for administrators. */
export interface HostAccount {
  user_id: number;
  permalink: string;
  name: string;
  email: string;
  is_admin: boolean;
  email_verified: boolean;
  /** An authenticator app or a passkey protects the account. */
  has_second_factor: boolean;
  /** Shows that are not deleted. */
  shows: number;
  /** ISO 8601. */
  created_at: string;
}

/** A job that waits, runs, or was given up. */
export interface HostJob {
  job_id: number;
  name: string;
  state: 'waiting' | 'running' | 'failed';
  attempts: number;
  max_attempts: number;
  /** The last error. */
  error: string | null;
  /** ISO 8601: the time of the next attempt. */
  run_at: string;
}

/** The stored data. */
export interface HostStorage {
  users: number;
  shows: number;
  episodes: number;
  files: number;
  /** Bytes of all files, and of the database. */
  media_bytes: number;
  database_bytes: number;
  /** Null if this host makes no backups on its own, or has not begun. */
  backup: HostBackup | null;
}

/** The backups that the host makes on its own. */
export interface HostBackup {
  /** ISO 8601: the last good one. Null if there is none. */
  made_at: string | null;
  bytes: number;
  /** The last good one is older than two intervals of the schedule. */
  is_late: boolean;
  /** The last failure, if no good one followed it. */
  error: string | null;
}

/** A notice of the host, for administrators. */
/** An invite in the answer that makes it. The host keeps a hash alone. */
export interface HostInvite {
  /** The signup page with the invite. It works for one signup. */
  url: string;
  expires_at: string;
}

export interface HostNotice {
  name: string;
  message: string;
  /** ISO 8601. Null for one that is shown at once. */
  from: string | null;
  /** ISO 8601. Null for one without an end. */
  until: string | null;
}

/** The settings that can change while the host runs. */
export interface HostSettings {
  product_name: string;
  /** One line about the host; if empty, the site's own text is used. */
  description: string;
  signup: 'open' | 'invite' | 'closed';
  /** The total size of a user's uploads, unless the account has its own limit. */
  upload_quota_mb: number;
  /** The host's own texts in Markdown. If one is empty, a file or the general text is used. */
  page: string;
  terms: string;
  privacy: string;
}

/** A list of shows or episodes, for administrators. */
export interface HostList {
  list_id: number;
  permalink: string;
  title: string;
  description: string;
  type: 'shows' | 'episodes';
  is_published: boolean;
  items: number;
}

/** An item of such a list. */
export interface HostListItem {
  /** Id of the show or the episode. */
  item_id: number;
  title: string;
  url: string;
  /** False if visitors do not see it: it is deleted, private or not published. */
  is_shown: boolean;
}

/** The audio of a day (UTC): YYYY-MM-DD. */
export interface HostDay {
  day: string;
  /** All requests for audio, and the bytes that were sent. */
  requests: number;
  bytes: number;
  /** Requests of programs that call themselves bots. */
  bot_requests: number;
  bot_bytes: number;
  downloads: number;
}

/** A show with many downloads or bytes. */
export interface HostBusyShow {
  show_id: number;
  title: string;
  requests: number;
  bytes: number;
  downloads: number;
}

/** A program that calls itself a bot. */
export interface HostBot {
  name: string;
  requests: number;
  bytes: number;
}

export interface StoredKind {
  kind: 'audio' | 'image' | 'archive';
  files: number;
  bytes: number;
}

/** The stored audio of a show. */
export interface StoredShow {
  show_id: number;
  title: string;
  files: number;
  bytes: number;
}

/** Figures of the whole host. */
export interface HostNumbers {
  days: HostDay[];
  /** As many days before. */
  before: HostDay[];
  /** The shows with the most downloads, and those with the most bytes, by downloads. */
  shows: HostBusyShow[];
  /** The most active first. */
  bots: HostBot[];
  /** The largest first. */
  kinds: StoredKind[];
  largest: StoredShow[];
  /** Requests that the answering process could not log since it started. */
  lost_requests: number;
}
