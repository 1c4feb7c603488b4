export interface Tag {
  /** Name in an address. */
  name: string;
  /** As an author wrote it. */
  title: string;
  /** Public episodes that have it, or whose show has it. */
  episode_count: number;
  /** Its episodes in the API. */
  items_url: string;
}

/** Tags, under `API_URL`. */
export const TAG_API_ROUTES = {
  tag_episodes: '/v2/tags/{tag_name}/episodes',
} as const;

/** The page of a tag, under `SITE_URL`. */
export const TAG_PAGE_ROUTES = {
  tag: '/tag/{name}',
} as const;
