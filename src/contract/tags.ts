export interface Tag {
  /** Name in an address. */
  name: string;
  /** The spelling of an author. */
  title: string;
  /** The number of public episodes with this tag, or whose show has it. */
  episode_count: number;
  /** Its episodes in the API. */
  items_url: string;
}
