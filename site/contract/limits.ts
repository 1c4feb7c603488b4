// Limits that the site and the server share. Those of the player are in src/contract/limits.ts.

export const PAGER_ITEMS_PER_PAGE = 10;
export const MESSAGE_CHARACTERS_MAX = 2_000;
export const FLASH_MESSAGE_CHARACTERS_MAX = 500;
export const NOTICE_AUTO_CLOSE_MS = 5_000;
export const EMBED_WIDTH_NOMINAL_PX = 600;
export const OEMBED_CACHE_AGE_S = 86_400;
export const OEMBED_THUMBNAIL_MAX_PX = 480;

/** Maximum length of the words of a search, in characters. */
export const SEARCH_WORDS_MAX = 500;
