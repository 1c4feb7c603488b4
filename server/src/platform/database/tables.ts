import type { AuditChange, ReportReason } from 'earshot-site/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type {
  EpisodeFeedColumns,
  FeedTokenTable,
  ShowFeedColumns,
  TranscriptTable,
} from './feed-columns.ts';
import type { NumbersSchema } from './numbers-tables.ts';
import type { SearchSchema } from './search-tables.ts';

/** The largest id: PostgreSQL's integer. */
export const ID_MAX = 2_147_483_647;

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
/** The driver returns bigint as text. */
type BigInt = ColumnType<string, number, number>;
type NullableBigInt = ColumnType<string | null, number | null | undefined, number | null>;

export interface ShowTable extends ShowFeedColumns {
  show_id: Generated<number>;
  user_id: number;
  permalink: string;
  /** The address or guid of the feed that the show was imported from. A later import finds the show by it. */
  feed_key: string | null;
  title: string;
  author: string;
  description: string;
  language: string;
  categories: string[];
  keywords: string[];
  explicit: boolean;
  link_url: string | null;
  /** The rounded downloads for everybody. Null if the author does not show them. */
  public_downloads: ColumnType<string | null, number | null | undefined, number | null>;
  /** Options for all players of the show on other pages, in the form of a query. */
  player_options: Generated<string>;
  /** They apply instead of the options in the code of a page. */
  player_override: Generated<boolean>;
  /** The other Earshot to which the show has moved with its players, without a trailing slash. */
  new_host_url: string | null;
  image_id: number | null;
  is_sample: Generated<boolean>;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  deleted_at: NullableTimestamp;
  /** An administrator has removed it who is not its owner: only administrators restore it. */
  removed_by_host: Generated<boolean>;
}

export interface MediaTable {
  media_id: Generated<number>;
  sha256: string;
  kind: 'audio' | 'image' | 'archive';
  mime_type: string;
  /** File extension without a dot. */
  extension: string;
  /** Bytes. */
  file_size: BigInt;
  /** Seconds; 0 for a picture. */
  duration: number;
  /** Pixels of a picture. Null for audio, and for pictures that were stored before these columns. */
  width: number | null;
  height: number | null;
  /** Accent of a picture: six hexadecimal digits, empty if it has none. Null until it is computed. */
  color: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: GeneratedTimestamp;
}

export type UploadState = 'uploading' | 'uploaded' | 'processing' | 'ready' | 'failed';

export type EpisodeState = 'draft' | 'scheduled' | 'published' | 'unlisted' | 'private' | 'live';

/** For whom an episode is published. */
export type Visibility = 'public' | 'unlisted' | 'private';

export interface EpisodeTable extends EpisodeFeedColumns {
  episode_id: Generated<number>;
  show_id: number;
  /** The user of the show. The database keeps both columns equal. */
  user_id: number;
  guid: Generated<string>;
  permalink: string;
  title: string;
  description: string;
  /** When the episode was or will be published. Null only for a draft. */
  published_at: NullableTimestamp;
  season: number | null;
  episode_number: number | null;
  explicit: boolean;
  image_id: number | null;
  /** Null while the audio plays from its original URL, `enclosure_url`. */
  media_id: number | null;
  enclosure_url: Generated<string>;
  /** Values of the feed, used while the episode has no media here. */
  claimed_duration: Generated<number>;
  claimed_type: Generated<string>;
  claimed_size: ColumnType<string, number | undefined, number>;
  state: Generated<EpisodeState>;
  type: Generated<'RECORDED' | 'LIVE'>;
  episode_type: Generated<'full' | 'trailer' | 'bonus'>;
  is_on_air: Generated<boolean>;
  /** Address of the HLS stream of a live episode. */
  live_url: string | null;
  /** The planned start of a live episode. */
  live_starts_at: NullableTimestamp;
  live_ends_at: NullableTimestamp;
  /** Its latest time on air. PostgreSQL sets it when `is_on_air` changes. */
  on_air_from: ColumnType<Date | null, Date | undefined, Date>;
  on_air_until: ColumnType<Date | null, Date | undefined, Date>;
  /** Opens a private episode as the query value `key`. */
  access_key: string | null;
  /** The audio plays only with a playback token. */
  requires_token: Generated<boolean>;
  tags: Generated<string[]>;
  /** Content seconds at which an ad may be inserted. */
  midrolls: Generated<number[]>;
  preroll: Generated<boolean>;
  postroll: Generated<boolean>;
  allow_messages: Generated<boolean>;
  /** Messages may name a content time. */
  allow_timed_messages: Generated<boolean>;
  /** Listeners see the current number of listeners. */
  show_listeners: Generated<boolean>;
  upload_id: number | null;
  /** The visibility of a scheduled episode once it is published. Null means public. */
  publish_as: Visibility | null;
  /** When the episode was in public lists for the first time. */
  first_listed_at: NullableTimestamp;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  deleted_at: NullableTimestamp;
  /** The user who deleted the episode. */
  deleted_by: number | null;
  /** An administrator has removed it who is no author of its show: only administrators restore it. */
  removed_by_host: Generated<boolean>;
  /** True if the episode is in public lists and feeds. PostgreSQL computes it from `state` and `deleted_at`. */
  is_listed: ColumnType<boolean, never, never>;
}

export interface Schema extends SearchSchema, NumbersSchema {
  /** An act of an administrator or a member. */
  audit_log: {
    audit_id: ColumnType<string, number | undefined, never>;
    at: GeneratedTimestamp;
    /** Null for a visitor. No foreign key: a row outlives the account. */
    user_id: number | null;
    user_name: string;
    action: string;
    object_kind: string;
    object_id: string;
    object_name: string;
    show_id: number | null;
    changes: ColumnType<AuditChange[], string, string>;
    /** Cut to the network. */
    address: string;
    has_failed: Generated<boolean>;
  };
  doctor_visits: {
    visit_id: Generated<number>;
    url: string;
    state: ColumnType<'waiting' | 'running' | 'done' | 'failed', undefined, string>;
    /** English words, of a visit from before `failure`. */
    error: ColumnType<string | null, undefined, string | null>;
    /** The key of a text and its values. */
    failure: ColumnType<unknown, undefined, string | null>;
    is_cut: ColumnType<boolean, undefined, boolean>;
    /** As the rules of the feature `doctor` find them. */
    findings: ColumnType<unknown, undefined, string>;
    created_at: GeneratedTimestamp;
  };
  /** The backups that this host makes on its own. One row, or none before the first plan. */
  backup_state: {
    is_only: Generated<boolean>;
    /** The beginning of the schedule. */
    since: Date;
    /** The latest time of the schedule for which a job was added. */
    planned_for: Date | null;
    /** The last good backup. */
    name: string | null;
    made_at: Date | null;
    bytes: ColumnType<string | null, number | null, number>;
    /** The last failure since then. */
    failed_at: Date | null;
    error: string | null;
  };
  users: {
    user_id: Generated<number>;
    permalink: string;
    name: string;
    /** Null for a user without an account: the author of an imported show, or a deleted user. */
    email: string | null;
    email_verified_at: NullableTimestamp;
    /** Argon2id in the PHC format. Null for a user who cannot log in with a password. */
    password_hash: string | null;
    is_admin: Generated<boolean>;
    description: Generated<string>;
    image_id: number | null;
    gender: string | null;
    /** A day: YYYY-MM-DD. */
    birthday: ColumnType<string | null, string | null | undefined, string | null>;
    fb_user_id: string | null;
    fb_auth_token_expires_at: NullableTimestamp;
    fb_permissions: string[] | null;
    tw_user_id: string | null;
    go_user_id: string | null;
    ap_user_id: string | null;
    /** The address of the own provider of this host, `#`, and its id of the person. */
    oidc_user_id: string | null;
    yt_user_id: string | null;
    tb_blog_name: string | null;
    /** Bytes of uploads. Null for the host's default. */
    quota_bytes: NullableBigInt;
    /** The language of the mail with the downloads of each week. Null if the user wants none. */
    weekly_mail_language: string | null;
    /** The last Monday (UTC) that had a mail, or nothing to report: YYYY-MM-DD. */
    weekly_mail_on: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: GeneratedTimestamp;
    deleted_at: NullableTimestamp;
  };
  /** A permalink that one user, show or episode had before. */
  old_permalinks: {
    permalink: string;
    user_id: number | null;
    show_id: number | null;
    episode_id: number | null;
    /** The user in the old address of an episode. */
    owner_id: number | null;
  };
  /** An address at a former host, and the show or episode here that it stands for. */
  former_addresses: {
    key: string;
    /** Set for the addresses of another Earshot. */
    host: string | null;
    show_id: number | null;
    episode_id: number | null;
  };
  shows: ShowTable;
  media: MediaTable;
  episodes: EpisodeTable;
  /** An episode that was public, and was removed for good. */
  gone_episodes: {
    episode_id: number;
    /** Null once the show was removed too. */
    show_id: number | null;
  };
  chapters: {
    episode_id: number;
    starts_at: number;
    title: string;
    url: string | null;
    image_url: string | null;
    /** False for a chapter that only changes the picture. */
    toc: Generated<boolean>;
  };
  /** Written by a trigger. */
  episode_texts: {
    episode_id: number;
    /** Title and notes, normalised and without markup. */
    said: string;
  };
  /** A login. The browser's cookie and the bearer token of the same login are two secrets of one row. */
  sessions: {
    session_id: Generated<number>;
    secret_hash: Buffer;
    access_hash: Buffer;
    user_id: number;
    user_agent: Generated<string>;
    created_at: GeneratedTimestamp;
    last_used_at: GeneratedTimestamp;
    expires_at: Timestamp;
  };
  access_tokens: {
    token_id: Generated<number>;
    token_hash: Buffer;
    user_id: number;
    kind: 'program' | 'playback';
    /** Of a program. `account` does not limit it. */
    scope: Generated<'account' | 'numbers'>;
    name: Generated<string>;
    created_at: GeneratedTimestamp;
    last_used_at: NullableTimestamp;
    /** Null if the token lasts until it is revoked. */
    expires_at: NullableTimestamp;
  };
  email_tokens: {
    token_hash: Buffer;
    /** Null for the link that creates the first administrator. */
    user_id: number | null;
    purpose: 'verify' | 'reset' | 'setup' | 'archive' | 'sign_in';
    email: string | null;
    created_at: GeneratedTimestamp;
    expires_at: Timestamp;
    used_at: NullableTimestamp;
  };
  invites: {
    token_hash: Buffer;
    created_by: number | null;
    used_by: number | null;
    created_at: GeneratedTimestamp;
    expires_at: Timestamp;
    used_at: NullableTimestamp;
  };
  /** An account that was deleted, until the archive for its user is removed. */
  account_deletions: {
    user_id: number;
    permalink: string;
    /** The recipient of the link to the archive. Null without a confirmed address, and once the mail is on its way. */
    email: string | null;
    language: string;
    picture_id: number | null;
    archive_id: number | null;
    deleted_at: GeneratedTimestamp;
    /** Null until the archive is made. */
    archived_at: NullableTimestamp;
  };
  /** The data that was removed with an account, until it is in the archive. */
  account_deletion_data: {
    user_id: number;
    part: string;
    key: BigInt;
    data: ColumnType<object, string, string>;
  };
  blocks: {
    blocker_id: number;
    blocked_id: number;
    created_at: GeneratedTimestamp;
  };
  show_members: {
    show_id: number;
    user_id: number;
    role: 'editor';
    created_at: GeneratedTimestamp;
  };
  /** Facts of the host about itself. */
  host_facts: {
    name: string;
    noted_at: GeneratedTimestamp;
  };
  /** An upload of a user. Equal files of several users share one row of `media`. */
  uploads: {
    upload_id: Generated<number>;
    user_id: number;
    state: UploadState;
    /** Percent. */
    progress: Generated<number>;
    /** Why the upload failed, for its author. */
    error: string | null;
    file_name: Generated<string>;
    /** Bytes that the client announced; null if it did not. */
    declared_size: NullableBigInt;
    received_size: ColumnType<string, number | undefined, number>;
    /** The file to play. */
    media_id: number | null;
    /** The original file, if it was repacked. */
    original_media_id: number | null;
    repack: Generated<boolean>;
    /** The embedded picture. */
    cover_id: number | null;
    facts: ColumnType<Record<string, unknown>, string | undefined, string>;
    /** Bytes that count against the quota of the user. */
    reserved_size: ColumnType<string, number | undefined, number>;
    /** Counts the writers: only the latest may save received data. */
    writer: Generated<number>;
    /** The header Upload-Metadata, as the client sent it. */
    metadata: Generated<string>;
    created_at: GeneratedTimestamp;
    updated_at: GeneratedTimestamp;
    expires_at: NullableTimestamp;
    deleted_at: NullableTimestamp;
  };
  imports: {
    import_id: Generated<number>;
    user_id: number;
    url: string;
    state: Generated<'preview' | 'waiting' | 'running' | 'done' | 'failed'>;
    title: string;
    author: string;
    /** The address in the feed, which can prove ownership of the podcast. */
    owner_email: string | null;
    proof_code: string;
    proven_at: NullableTimestamp;
    mail_code_hash: Buffer | null;
    mail_code_tries: Generated<number>;
    show_id: number | null;
    error: string | null;
    /** Remarks on the whole feed. */
    notes: Generated<string[]>;
    created_at: GeneratedTimestamp;
  };
  schedules: {
    schedule_id: Generated<number>;
    show_id: number;
    /** 0 is Sunday. */
    weekday: number;
    time: string;
    timezone: string;
    title: string;
  };
  import_items: {
    import_id: number;
    position: number;
    title: string;
    state: 'new' | 'known' | 'refused' | 'imported' | 'updated' | 'linked';
    reason: string | null;
  };
  /** The result of the last import for each column, as short hashes. */
  imported_shows: {
    show_id: number;
    marks: ColumnType<Record<string, string | null>, string, string>;
    /** Of the fetched picture, or its length. */
    image_etag: string | null;
  };
  note_pictures: {
    show_id: number;
    /** A short hash of the address in the notes. */
    name: string;
    media_id: number;
  };
  imported_episodes: {
    episode_id: number;
    marks: ColumnType<Record<string, string | null>, string, string>;
    /** Of the fetched audio. */
    etag: string | null;
    /** Of the fetched picture, or its length. */
    image_etag: string | null;
  };
  likes: {
    user_id: number;
    episode_id: number;
    created_at: GeneratedTimestamp;
  };
  /** Follows of users. */
  followings: {
    follower_id: number;
    followed_id: number;
    created_at: GeneratedTimestamp;
  };
  /** Follows of shows. */
  favorites: {
    user_id: number;
    show_id: number;
    created_at: GeneratedTimestamp;
  };
  messages: {
    message_id: Generated<number>;
    episode_id: number;
    /** Null after the account was deleted. */
    user_id: number | null;
    text: string;
    /** Content seconds. */
    at: number | null;
    created_at: GeneratedTimestamp;
  };
  /** An owner or an editor of the show has fetched the message. */
  message_reads: {
    message_id: number;
    user_id: number;
  };
  flash_messages: {
    name: string;
    message: string;
    created_at: GeneratedTimestamp;
    /** Null if the message is shown at once. */
    starts_at: NullableTimestamp;
    /** Null if the message stays until it is removed. */
    ends_at: NullableTimestamp;
  };
  flash_dismissals: {
    user_id: number;
    name: string;
  };
  reports: {
    report_id: Generated<number>;
    reporter_id: number | null;
    /** Exactly one of these four is set. */
    episode_id: number | null;
    show_id: number | null;
    user_id: number | null;
    message_id: number | null;
    reason: ReportReason;
    text: Generated<string>;
    created_at: GeneratedTimestamp;
    resolved_at: NullableTimestamp;
  };
  /** Settings that administrators have changed, by their names in the API. */
  host_settings: {
    name: string;
    value: ColumnType<unknown, string, string>;
  };
  radio_listings: {
    /** The name of the listing in the directory. */
    listing_id: Generated<string>;
    /** Either this or `episode_id`. No foreign key: the row stays until the directory has removed the listing. */
    show_id: number | null;
    episode_id: number | null;
    /** False once an author has withdrawn it. */
    is_wanted: Generated<boolean>;
    state: 'submitting' | 'pending' | 'listed' | 'refused' | 'withdrawing' | 'withdrawn';
    message: string | null;
    /**
     * SHA-256 of the data that the directory has received. It is sent again if it differs. Null if nothing was sent
     * yet.
     */
    sent: string | null;
    /** Counts requests of authors, so that an older answer never overwrites a newer request. */
    version: Generated<number>;
    /** The time of the next request to the directory. Null if there is none. */
    due_at: NullableTimestamp;
    changed_at: GeneratedTimestamp;
  };
  /** The app of the Pusher protocol. */
  push_app: {
    app_key: string;
    secret: string;
  };
  ad_campaigns: {
    campaign_id: Generated<number>;
    /** Null for a campaign of the host. */
    user_id: number | null;
    title: string;
    media_id: number;
    positions: ('pre' | 'mid' | 'post')[];
    weight: number;
    daily_cap: number | null;
    starts_at: Timestamp;
    ends_at: NullableTimestamp;
    paused_at: NullableTimestamp;
    /** True while pages say that there are ads to request. A job updates it according to the times. */
    is_running: Generated<boolean>;
  };
  plans: {
    plan_id: string;
    name: string;
    description: string;
    /** In the smallest unit of the currency. */
    price: number;
    currency: string;
    interval: 'month' | 'year';
    storage_bytes: BigInt;
    upload_bytes: BigInt;
    features: 'private_feeds'[];
    /** The price at Stripe. Null for a plan that costs nothing. */
    stripe_price_id: string | null;
    retired_at: NullableTimestamp;
  };
  /** A sign-in at another service in progress. */
  sign_in_flows: {
    state_hash: Buffer;
    provider: string;
    /** The browser that started it. */
    browser_hash: Buffer;
    /** Encrypted with the state. */
    kept: Buffer;
    /** The provider's answer, until the browser asks for it. Encrypted with the state. */
    answer: Buffer | null;
    expires_at: Timestamp;
  };
  /** A verified identity at another service, until it is used once. */
  sign_in_tickets: {
    ticket_hash: Buffer;
    provider: string;
    /** The account to connect, for a ticket in a mail. Null for other tickets. */
    user_id: number | null;
    /** Encrypted with the ticket. */
    kept: Buffer;
    expires_at: Timestamp;
  };
  provider_tokens: {
    user_id: number;
    provider: string;
    /** Encrypted with the key of this host. */
    kept: Buffer;
  };
  /** An authenticator app as second factor. */
  second_factors: {
    user_id: number;
    /** Encrypted with the key of this host. */
    secret: Buffer;
    created_at: GeneratedTimestamp;
    /** Null during the set-up. */
    confirmed_at: NullableTimestamp;
    /** The time step of the last used code: its codes, and earlier ones, no longer work. */
    last_step: ColumnType<string, number | undefined, number>;
  };
  recovery_codes: {
    code_hash: Buffer;
    user_id: number;
  };
  passkeys: {
    passkey_id: Generated<number>;
    user_id: number;
    /** As browsers write it, in base64url. */
    credential_id: string;
    public_key: Buffer;
    /** The number of uses that the authenticator has reported. Many always report 0. */
    counter: BigInt;
    transports: string[];
    name: string;
    created_at: GeneratedTimestamp;
    last_used_at: NullableTimestamp;
  };
  /** Challenges that wait for the answer of a user who adds a passkey, and those that sign-ins have used. */
  passkey_challenges: {
    challenge_hash: Buffer;
    /** The user who adds a passkey. Null for a sign-in. */
    user_id: number | null;
    expires_at: Timestamp;
  };
  subscriptions: {
    user_id: number;
    /** Identifies this attempt to subscribe at Stripe, so that a repeated call creates nothing twice. */
    attempt_id: Generated<string>;
    plan_id: string;
    status: 'incomplete' | 'active' | 'past_due' | 'ended';
    stripe_customer_id: string | null;
    stripe_subscription_id: string | null;
    current_period_ends_at: NullableTimestamp;
    grace_ends_at: NullableTimestamp;
    cancel_at_period_end: Generated<boolean>;
    /** The plan that begins after a payment. */
    pending_plan_id: string | null;
    /** A free plan that applies whenever there is no other plan. */
    free_plan_id: string | null;
    card_brand: string | null;
    card_last4: string | null;
    card_exp_month: number | null;
    card_exp_year: number | null;
    /** The language in which the member subscribed. */
    language: Generated<string>;
    /** The end of the days of grace in the last mail about a failed renewal. It differs for each renewal. */
    failure_mailed_for: NullableTimestamp;
    /** The subscription at Stripe in the last mail about an unpaid plan. */
    end_mailed_for: string | null;
  };
  /** Counted events. A row prevents a repeated beacon from being counted again. */
  ad_events: {
    request_id: string;
    campaign_id: number;
    event: string;
    expires_at: Timestamp;
  };
  ad_counts: {
    campaign_id: number;
    event: string;
    /** YYYY-MM-DD, in UTC. */
    day: string;
    count: number;
  };
  /** How often a browser has heard a campaign that has a cap. */
  ad_hearings: {
    campaign_id: number;
    /** A keyed hash of `client_uuid`. */
    client: string;
    day: string;
    count: number;
    /** The ads calls whose ad has not been played yet. */
    open_requests: Generated<string[]>;
    /** They count toward the cap until then. */
    open_until: NullableTimestamp;
  };
  ad_keys: {
    key: Buffer;
  };
  feed_tokens: FeedTokenTable;
  transcripts: TranscriptTable;
  waveforms: {
    media_id: number;
    resolution: 'overview' | 'detail';
    samples_per_second: number;
    /** A byte for each peak. Empty if the audio could not be decoded. */
    peaks: Buffer;
  };
  fingerprints: {
    media_id: number;
    /** As `packFingerprint` writes it. Empty if the audio could not be decoded. */
    packed: Buffer;
  };
  quotes: {
    quote_id: string;
    episode_id: number;
    language: string;
    marked_text: string;
    /** Some words before and after the marked ones. */
    text_before: string;
    text_after: string;
    /** Seconds of the content. */
    marked_from: number;
    marked_to: number;
    /** The audio in which the words were marked. It may no longer exist. */
    marked_media_id: number | null;
    /** Its fingerprint around the marked words, whose prints are from `sound_from` to `sound_to`. */
    sound: Buffer | null;
    sound_from: number | null;
    sound_to: number | null;
    is_lost: Generated<boolean>;
    text: string;
    starts_at: number;
    ends_at: number;
    /** The audio of `starts_at` and `ends_at`. */
    media_id: number | null;
    /** Counts changes of the episode. A trigger adds them. */
    changes: Generated<number>;
    placed_changes: Generated<number>;
    audio_changed_at: NullableTimestamp;
    created_at: Generated<Date>;
  };
  worker_heartbeats: {
    worker_id: string;
    seen_at: GeneratedTimestamp;
  };
  recurring_tasks: {
    name: string;
    due_at: Timestamp;
  };
  rate_limits: {
    key: string;
    points: number;
    /** Milliseconds since 1970. */
    expire: ColumnType<string, number, number>;
  };
  idempotency_keys: {
    key_hash: Buffer;
    request_hash: Buffer;
    attempt: Generated<number>;
    locked_until: Timestamp;
    /** Set in the transaction of the request's effect. */
    effect_at: Timestamp | null;
    /** Null until the request has been answered. */
    status: number | null;
    body: string | null;
    created_at: Generated<Timestamp>;
  };
}

export type MediaRow = Selectable<MediaTable>;
