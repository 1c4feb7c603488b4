/** The state of one item of a feed. */
export interface ImportItem {
  title: string;
  /**
   * Before the import: `new`, `known` (an update of an existing episode) or `refused`. After it: `imported`,
   * `updated`, `linked` (it plays from its original address) or `refused`.
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
  /** Finished items, and all items. */
  done: number;
  total: number;
  /** Why the import failed. */
  error: string | null;
  /** How the user proves ownership of the podcast. */
  proof: {
    is_proven: boolean;
    /** The proof is complete if the feed contains this text. */
    code: string;
    /** The address in the feed that can get a code, partly hidden. Null if the feed has none. */
    mail_to: string | null;
  };
  items: ImportItem[];
  /** Remarks on the whole: how many pages the feed has, and anything but episodes that was left out. */
  notes: string[];
  created_at: string;
}
