/** What becomes of one item of a feed. */
export interface ImportItem {
  title: string;
  /**
   * Before the import: `new`, `known` (an update of an episode that is here) or `refused`. After it: `imported`,
   * `updated`, `linked` (it plays from its old address) or `refused`.
   */
  state: 'new' | 'known' | 'refused' | 'imported' | 'updated' | 'linked';
  /** Why the item was refused or linked. */
  reason: string | null;
}

/** The import of a podcast from another host. */
export interface FeedImport {
  import_id: number;
  /** Address of the feed. */
  url: string;
  /** `preview` until its user starts it. */
  state: 'preview' | 'waiting' | 'running' | 'done' | 'failed';
  title: string;
  author: string;
  /** The show, once its first episode is stored. */
  show_id: number | null;
  /** Items that are done, and all items. */
  done: number;
  total: number;
  /** Why the import failed. */
  error: string | null;
  /** How the user proves that the podcast is his. */
  proof: {
    is_proven: boolean;
    /** The proof is given if the feed contains this text. */
    code: string;
    /** The address in the feed that can be sent a code, with some letters hidden. Null if the feed names none. */
    mail_to: string | null;
  };
  items: ImportItem[];
  created_at: string;
}

/** Imports, under `API_URL`. */
export const IMPORT_API_ROUTES = {
  imports: '/imports',
  import: '/imports/{import_id}',
} as const;
