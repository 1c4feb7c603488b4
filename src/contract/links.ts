/** A link in the notes of an episode. */
export interface NotesLink {
  url: string;
  /** The text of the link. */
  title: string;
}
