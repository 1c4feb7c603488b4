/**
 * The log: a partition for each day (UTC), and within it the requests of an episode side by side. An id is 0 if there is
 * none. `day` costs next to no space, and grouping by it takes half the time of `toDate(at)`. The names of the last 10,000
 * batches are kept, so that a repeated batch has no effect.
 */
export const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS audio_requests (
    at DateTime64(3, 'UTC') CODEC(Delta, LZ4),
    day Date DEFAULT toDate(at),
    show_id UInt32,
    episode_id UInt32,
    media_id UInt32,
    method LowCardinality(String),
    status UInt16,
    range_first UInt64,
    bytes_sent UInt64,
    user_agent LowCardinality(String),
    referrer_host LowCardinality(String),
    placement LowCardinality(String),
    country LowCardinality(String),
    is_hosting Bool,
    lists LowCardinality(String),
    who UUID,
    who_before UUID,
    source LowCardinality(String),
    line UUID
  )
  ENGINE = MergeTree PARTITION BY toDate(at) ORDER BY (show_id, episode_id, at)
  SETTINGS non_replicated_deduplication_window = 10000`;

export const NO_LINE = '00000000-0000-0000-0000-000000000000';

/** 32 hexadecimal digits as a UUID. */
export const toUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Columns carry the name of the table, because a plain name would mean a result of that name. */
export const IN_PERIOD = `log.at >= {from:DateTime64(3, 'UTC')} AND log.at < {to:DateTime64(3, 'UTC')}`;

/** SQL of the 32 hexadecimal digits of a column of `audio_requests AS log`. */
export const hexOf = (column: string): string => `replaceAll(toString(log.${column}), '-', '')`;
