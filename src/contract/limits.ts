/** Limits and times of spec section 9, once, each with its unit. */

// Volume is 0 to 100.
export const VOLUME_DEFAULT = 100; // episode player and player bar
export const VOLUME_DEFAULT_SHARED = 80; // shared runtime
export const VOLUME_UNMUTE_MIN = 25;
export const VOLUME_SHOWN_MUTED_BELOW = 1;
export const VOLUME_SHOWN_MAX_ABOVE = 99;

export const REQUEST_TIMEOUT_MS = 5_000;

export const PROGRESS_INTERVAL_MS = 1000 / 24;
export const SEGMENT_END_CHECK_MS = 30;
export const SEGMENT_END_WINDOW_MS = 1_500;
export const AUTOPLAY_TEST_TIMEOUT_MS = 100;
export const AUDIO_CLIENT_APPLICATION_ID = 11;

export const SEEK_INDICATOR_MS = 1_000;
export const SEEK_MARGIN_PX = 32; // each side of the progress bar; spec 5
export const PROGRESS_FULL_ABOVE = 0.99; // fraction; spec 5
export const BUTTON_REFRESH_MS = 500;
export const QUEUE_PREFETCH_BELOW = 3; // items

export const PAGER_ITEMS_PER_PAGE = 10;
export const PAGER_PAGE_LINKS = 5;

export const NOTICE_AUTO_CLOSE_MS = 5_000;

export const EMBED_HEIGHT_MIN_PX = 80;
export const EMBED_HEIGHT_MAX_PLAIN_PX = 200;
export const EMBED_HEIGHT_MAX_RICH_PX = 600; // with cover or playlist
export const EMBED_HEIGHT_DEFAULT_PLAIN_PX = 200;
export const EMBED_HEIGHT_DEFAULT_RICH_PX = 400;

/** Square image presets, px. */
export const IMAGE_SIZES = [80, 100, 160, 320, 480, 720] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];
export const IMAGE_SIZE_DEFAULT: ImageSize = 320;

export const MOBILE_VIEWPORT_BELOW_PX = 767;
export const HEADER_DESKTOP_FROM_PX = 1_136;
