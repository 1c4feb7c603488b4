import type { ColumnType, Generated } from 'kysely';

export type DocumentKind = 'tag' | 'user' | 'show' | 'episode';

export interface SearchSchema {
  /** A change after the document was made. `episodes` stands for all episodes of a show. */
  search_changes: {
    /** The driver returns bigint as text. */
    change_id: ColumnType<string, never, never>;
    kind: Exclude<DocumentKind, 'tag'> | 'episodes';
    id: number;
  };
  /** The searchable things. Made from the other tables, soon after each change. */
  search_documents: {
    kind: DocumentKind;
    id: number;
    /** The user who can be blocked. Null for a tag. */
    owner_id: number | null;
    /** The words of the title or name, with a space between two. */
    title: string;
    /** PostgreSQL's tsvector: title, authors and tags, by weight. */
    heading: string;
    /** Normalised names. */
    tags: string[];
    /** Permalinks of the categories, and of their parents. */
    categories: string[];
    /** The primary language subtag (BCP 47) of a show or its episode, such as `de`. Empty for others. */
    language: Generated<string>;
    moment: ColumnType<Date, Date | string, Date | string>;
    /** Days since 1970 of the newest public time, plus a bonus for popularity. */
    standing: number;
  };
  /** An episode in the list of one of its tags. A trigger keeps it as the document says. */
  tagged_episodes: {
    /** Normalised. */
    tag: string;
    /** When the episode was published, as in the document. */
    moment: ColumnType<Date, never, never>;
    episode_id: number;
  };
  /** The full text of a thing. */
  search_texts: {
    kind: DocumentKind;
    id: number;
    /** PostgreSQL's tsvector: title, authors, tags and description, by weight. */
    words: string;
    /** As in the document. */
    standing: number;
  };
  /** A word of titles, names and tags. Typing errors are corrected to one of these. */
  search_words: {
    word: string;
  };
  tags: {
    tag_id: Generated<number>;
    /** Normalised. */
    name: string;
    /** In the spelling of the first author. */
    title: string;
    /** The number of public episodes with this tag, or whose show has it. */
    episode_count: number;
  };
  /** A list made by an administrator. */
  explore_lists: {
    list_id: Generated<number>;
    permalink: string;
    title: string;
    description: Generated<string>;
    type: 'shows' | 'episodes';
    /** Lists are shown in this order. */
    position: Generated<number>;
    /** False while only administrators see it. */
    is_published: Generated<boolean>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  /** Has exactly one of the two ids. */
  explore_items: {
    list_id: number;
    position: number;
    show_id: number | null;
    episode_id: number | null;
  };
  /** Activity around a show in the last days. No row without activity. */
  show_popularity: {
    show_id: number;
    score: number;
  };
}
