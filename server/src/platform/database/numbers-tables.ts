import type { ColumnType, Generated } from 'kysely';

/** A day (UTC): YYYY-MM-DD. */
type Day = ColumnType<string, string, string>;
/** The driver returns bigint as text. */
type BigInt = ColumnType<string, number, number>;

/** Numbers of downloads by a property of them and its value, e.g. `{ country: { IT: 3 } }`. */
export type Parts = Record<string, Record<string, number>>;

/** The window of the count. */
type CountedBy = 'calendar' | 'rolling' | 'extending';

export interface NumbersSchema {
  /** The lists from which countries and networks were read, by name with version. */
  numbers_lists: {
    list_id: Generated<number>;
    name: string;
  };
  /** The requests of a day (UTC), all of them and those of bots, and its downloads. */
  host_days: {
    day: Day;
    requests: BigInt;
    bytes: BigInt;
    bot_requests: BigInt;
    bot_bytes: BigInt;
    downloads: BigInt;
  };
  /** The same for the shows of a day. Kept for as long as administrators can look at it. */
  show_traffic: {
    show_id: number;
    day: Day;
    requests: BigInt;
    bytes: BigInt;
    downloads: BigInt;
  };
  /** The most active bots of a day. */
  bot_days: {
    day: Day;
    name: string;
    requests: BigInt;
    bytes: BigInt;
  };
  /** The stored files of a kind, when they were last measured. */
  stored_kinds: {
    kind: 'audio' | 'image' | 'archive';
    files: number;
    bytes: BigInt;
  };
  /** The shows with the largest audio, when it was last measured. */
  largest_shows: {
    show_id: number;
    files: number;
    bytes: BigInt;
  };
  /** The names of programs that have asked for audio. */
  user_agents: {
    agent_id: Generated<number>;
    name: string;
    last_seen: Day;
  };
  /** The key of a day with which addresses of listeners are hashed. */
  numbers_salts: {
    day: Day;
    salt: Buffer;
  };
  /** The batches of rows that were written lately, so that a repeated one has no effect. */
  numbers_batches: {
    batch: string;
    /** The time of its oldest row. */
    first_at: ColumnType<Date, Date, Date>;
    written_at: Generated<Date>;
    /** Rows of another server's log. */
    is_import: Generated<boolean>;
  };
  /** The files that the log names, as they are needed for counting. They stay if the media is deleted. */
  numbers_files: {
    media_id: number;
    sha256: string;
    /** Bytes. */
    file_size: BigInt;
    /** Seconds; 0 if unknown. */
    duration: number;
    /** The bytes before the sound. Null until they are read. */
    header_bytes: ColumnType<string | null, number | null, number | null>;
    last_seen: Day;
  };
  /** A request for audio. One partition for each day (UTC) of `at`. */
  audio_requests: {
    /** The time of the request. */
    at: ColumnType<Date, Date, Date>;
    /** Null for audio on another host. */
    media_id: number | null;
    /** The episode of the address, or else the earliest one with this file. Null for other audio, such as ads. */
    episode_id: number | null;
    /** The show of the episode at that time. */
    show_id: number | null;
    method: string;
    status: number;
    /** The place of the first sent byte in the file. */
    range_first: BigInt;
    /** Bytes of the body that this server has sent. */
    bytes_sent: BigInt;
    agent_id: number;
    /** Empty if the request has no referrer. */
    referrer_host: string;
    /** The player of this host that asked: on the site, or in an embed. Empty for all other clients. */
    placement: '' | 'site' | 'embed' | 'own';
    /** ISO 3166-1 alpha-2, of the address. Empty if unknown. */
    country: string;
    /** Whether the address belongs to a hosting company. */
    is_hosting: boolean;
    /** The lists of the country and the network. Null for rows from before they were read. */
    list_id: number | null;
    /** The hash of the address, with the salt of the row's day. */
    who: Buffer;
    /** The hash of the address, with the salt of the day before. */
    who_before: Buffer;
    /** The format of the log that the row was imported from. Empty for a request to this server. */
    source: Generated<string>;
    /** The name of an imported line. No two rows of one time have the same. */
    line: string | null;
  };
  download_hours: {
    episode_id: number;
    counted_by: CountedBy;
    /** The beginning of the hour. */
    hour: ColumnType<Date, Date, Date>;
    downloads: number;
    /** The version of the method of the count. */
    method: number;
  };
  episode_days: {
    episode_id: number;
    counted_by: CountedBy;
    day: Day;
    downloads: number;
    parts: ColumnType<Parts, string, string>;
    method: number;
  };
  show_days: {
    show_id: number;
    counted_by: CountedBy;
    day: Day;
    downloads: number;
    /** People with one program each, see `docs/numbers.md`. */
    listeners: number;
    parts: ColumnType<Parts, string, string>;
    method: number;
  };
  /** The downloads of a show as another host has counted them. Never mixed with our own. */
  history_days: {
    show_id: number;
    /** The day, or the first day of the month. */
    day: Day;
    /** The name of that host. */
    host: string;
    span: 'day' | 'month';
    /** The name of the episode at that host. Empty for the whole show. */
    episode: string;
    downloads: number;
  };
  /** The days (UTC) of which the log has imported rows. They stay when these rows are removed. */
  imported_days: {
    day: Day;
  };
  /** How much of an episode was heard on a day. Another length of its audio has a row of its own. */
  listening_days: {
    episode_id: number;
    day: Day;
    /** The length of the audio. */
    seconds: number;
    /** How often each of the four quartiles was reached. */
    quartiles: number[];
    /** The seconds that were heard in each of up to 200 equal parts of the audio. */
    heard: number[];
  };
  /** Where an episode was begun on a day. */
  listening_starts: {
    episode_id: number;
    day: Day;
    place: 'site' | 'embed';
    /** The host of the page around an embed. Empty if unknown, `*` for all hosts beyond the first of a day. */
    host: string;
    starts: number;
  };
}
