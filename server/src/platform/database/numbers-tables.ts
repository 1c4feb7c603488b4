import type { ColumnType, Generated } from 'kysely';

/** A day (UTC): YYYY-MM-DD. */
type Day = ColumnType<string, string, string>;
/** The driver returns bigint as text. */
type BigInt = ColumnType<string, number, number>;

/** The names of programs that have asked for audio. */
interface UserAgentTable {
  agent_id: Generated<number>;
  name: string;
  last_seen: Day;
}

/** The key of a day with which addresses of listeners are hashed. */
interface NumbersSaltTable {
  day: Day;
  salt: Buffer;
}

/** The batches of rows that were written lately, so that a repeated one has no effect. */
interface NumbersBatchTable {
  batch: string;
  /** The time of its oldest row. */
  first_at: ColumnType<Date, Date, Date>;
  written_at: Generated<Date>;
}

/** The files that the log names, as they are needed for counting. They stay if the media is deleted. */
interface NumbersFileTable {
  media_id: number;
  sha256: string;
  /** Bytes. */
  file_size: BigInt;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** The bytes before the sound. Null until they are read. */
  header_bytes: ColumnType<string | null, number | null, number | null>;
  last_seen: Day;
}

/** A request for audio. One partition for each day (UTC) of `at`. */
interface AudioRequestTable {
  /** The time of the request. */
  at: ColumnType<Date, Date, Date>;
  /** Null for audio on another host. */
  media_id: number | null;
  /** The episode of the address, or else the earliest one with this file. Null for other audio, such as ads. */
  episode_id: number | null;
  method: string;
  status: number;
  /** The place of the first sent byte in the file. */
  range_first: BigInt;
  /** Bytes of the body that this server has sent. */
  bytes_sent: BigInt;
  agent_id: number;
  /** Empty if the request has no referrer. */
  referrer_host: string;
  /** The hash of the address, with the salt of the row's day. */
  who: Buffer;
  /** The hash of the address, with the salt of the day before. */
  who_before: Buffer;
}

interface DownloadHourTable {
  episode_id: number;
  /** The window of the count. */
  counted_by: 'calendar' | 'rolling' | 'extending';
  /** The beginning of the hour. */
  hour: ColumnType<Date, Date, Date>;
  downloads: number;
  /** The version of the method of the count. */
  method: number;
}

/** The requests of a day (UTC), all of them and those of bots, and its downloads. */
interface HostDayTable {
  day: Day;
  requests: BigInt;
  bytes: BigInt;
  bot_requests: BigInt;
  bot_bytes: BigInt;
  downloads: BigInt;
}

/** The same for the shows of a day. Kept for as long as administrators can look at it. */
interface ShowDayTable {
  show_id: number;
  day: Day;
  requests: BigInt;
  bytes: BigInt;
  downloads: BigInt;
}

/** The most active bots of a day. */
interface BotDayTable {
  day: Day;
  name: string;
  requests: BigInt;
  bytes: BigInt;
}

/** The stored files of a kind, when they were last measured. */
interface StoredKindTable {
  kind: 'audio' | 'image' | 'archive';
  files: number;
  bytes: BigInt;
}

/** The shows with the largest audio, when it was last measured. */
interface LargestShowTable {
  show_id: number;
  files: number;
  bytes: BigInt;
}

export interface NumbersSchema {
  host_days: HostDayTable;
  show_days: ShowDayTable;
  bot_days: BotDayTable;
  stored_kinds: StoredKindTable;
  largest_shows: LargestShowTable;
  user_agents: UserAgentTable;
  numbers_salts: NumbersSaltTable;
  numbers_batches: NumbersBatchTable;
  numbers_files: NumbersFileTable;
  audio_requests: AudioRequestTable;
  download_hours: DownloadHourTable;
}
