import type { EpisodeFeedFields, ShowFeedFields, TranscriptLink } from 'earshot/contract';
import type { ColumnType, Generated } from 'kysely';

/** A jsonb column. It is written as JSON text, because the driver writes a list as an array of PostgreSQL. */
type Json<Value> = ColumnType<Value, JsonText<Value> | undefined, JsonText<Value>>;
type JsonText<Value> = null extends Value ? string | null : string;

/** All have a default, so that an insert may leave them out. Lists and objects are jsonb. */
type FeedColumns<Fields> = {
  [Name in keyof Fields]: [Fields[Name]] extends [string | boolean | null]
    ? ColumnType<Fields[Name], Fields[Name] | undefined, Fields[Name]>
    : Json<Fields[Name]>;
};

export interface OriginalTitle {
  /** The stored title that belongs to it. */
  of: string;
  /** `itunes:title`. */
  itunes: string;
}

/**
 * Feed HTML with the author's own markup, and without scripts. A missing name stands for the stored description, and
 * null for an element that the feed lacks.
 */
export interface OriginalNotes {
  /** MD5 of the stored description that belongs to them. */
  of: string;
  description?: string | null;
  /** `content:encoded`. */
  content?: string | null;
  /** `itunes:summary`. */
  summary?: string | null;
}

/** The original texts of an imported feed. Each is used until the field that was made from it is edited. */
export interface OriginalWords {
  title?: OriginalTitle;
  notes?: OriginalNotes;
  /** `podcast:episode`, if it is not a whole number. Used while `episode_number` is null. */
  number?: string;
}

/** Feed data beyond the fields that the product shows. */
interface PreservedColumns {
  /** The picture in the feed. Used while none is stored here. */
  image_source_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** Elements that Earshot does not know, as safe XML that declares its own namespaces. */
  extra_xml: Generated<string>;
  original: Json<OriginalWords | null>;
}

/** A main category with its subcategories (`itunes:category`). */
export interface CategoryNode {
  text: string;
  categories: string[];
}

export interface ShowFeedColumns extends FeedColumns<ShowFeedFields>, PreservedColumns {
  /** Used while it names the same categories as `categories`. */
  category_tree: Json<CategoryNode[]>;
}

export interface EpisodeFeedColumns extends FeedColumns<EpisodeFeedFields>, PreservedColumns {
  guid_is_permalink: Generated<boolean>;
  /** A guid that is too long for the index. The index holds its hash instead. */
  long_guid: ColumnType<string | null, string | null | undefined, string | null>;
  /** Chapters of the feed on another host. Used while none are stored here. */
  chapters_url: ColumnType<string | null, string | null | undefined, string | null>;
  transcript_links: Json<TranscriptLink[]>;
}

/** Lets one subscriber read the private feed of a show. Only the hash of the token is stored. */
export interface FeedTokenTable {
  token_id: Generated<number>;
  show_id: number;
  name: string;
  token_hash: Buffer;
  created_at: Generated<Date>;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A cue of a transcript. Times are in seconds. */
export interface TranscriptCue {
  starts_at: number;
  ends_at: number;
  speaker: string | null;
  text: string;
}

export interface TranscriptTable {
  transcript_id: Generated<number>;
  episode_id: number;
  /** BCP 47. */
  language: string;
  /** Null if the transcript has no times: then `text` holds it. */
  cues: Json<TranscriptCue[] | null>;
  text: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
