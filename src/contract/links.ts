/** A link in the notes of an episode. */
export interface NotesLink {
  url: string;
  /** The text of the link. */
  title: string;
}

/** Links in notes, under `API_URL`. */
export const LINK_API_ROUTES = {
  process_links: '/episode/process-links',
} as const;
