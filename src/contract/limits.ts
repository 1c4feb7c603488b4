/** Limits and times of the product, in one place, each with its unit. */

// Volume is 0 to 100.
export const VOLUME_DEFAULT = 80; // of a player without a given volume
export const VOLUME_BAR = 100; // of the player bar and of the embed
export const VOLUME_UNMUTE_MIN = 25;
export const VOLUME_SHOWN_MUTED_BELOW = 1;
export const VOLUME_SHOWN_MAX_ABOVE = 99;

export const REQUEST_TIMEOUT_MS = 5_000;
export const ADS_TIMEOUT_MS = 3_500;
export const ADS_API_VERSION = 3;
export const ADS_CLIENT_ID_LIFETIME_MS = 2_592_000_000; // 30 days

export const BEACON_LOOP_MS = 2_000;
export const BEACON_RETRY_DELAY_MS = 30_000;
export const BEACON_MAX_RETRIES = 25;
export const BEACON_MAX_AGE_MS = 259_200_000; // 3 days
export const BEACON_TIMEOUT_MS = 10_000;

/**
 * The interval between two updates of the current time: with a listener of `timeupdate`, on a touch device, and
 * otherwise.
 */
export const PROGRESS_INTERVAL_MS = 1000 / 24;
export const PROGRESS_TOUCH_MS = 200;
export const PROGRESS_IDLE_MS = 1_000;
export const SEGMENT_END_CHECK_MS = 30;
export const SEGMENT_END_WINDOW_MS = 1_500;
/** How long before a segment's end the next one is fetched. */
export const SEGMENT_PREPARE_MS = 15_000;
export const AD_COUNTDOWN_MS = 250;
/** An ad with a longer claim is refused; an ad that turns out to be longer is cut here. */
export const AD_DURATION_MAX_S = 600;
export const AUTOPLAY_TEST_TIMEOUT_MS = 100;
/** The maximum loading time of the HLS library. */
export const AUDIO_SETUP_TIMEOUT_MS = 3_000;
/** A sound that makes no progress for this long is requested again. */
export const STALL_RELOAD_MS = 10_000;
/** The same, before the first second is heard. */
export const SOUND_START_TIMEOUT_MS = 30_000;
export const RECOVERY_GIVE_UP_MS = 120_000;
export const PLAYBACK_RATE_MIN = 0.5;
export const PLAYBACK_RATE_MAX = 3;
export const PLAYBACK_RATE_STEP = 0.1;

/** Maximum number of episodes in the listener's queue. */
export const QUEUE_MAX = 200;
/** The sound fades out over the last seconds before a sleep timer pauses, and more briefly at the end of a chapter. */
export const SLEEP_FADE_S = 10;
export const SLEEP_CHAPTER_FADE_S = 2;
export const SLEEP_FADE_STEP_MS = 100;
/** A pause stops a sleep timer. After a pause of this length the timer has ended. */
export const SLEEP_PAUSE_MAX_MS = 30 * 60_000;

export const PLAYBACK_TOKEN_REFRESH_MS = 30 * 60_000;
export const PLAYBACK_TOKEN_RENEW_BELOW_MS = 60 * 60_000;

/** The position in an episode is stored after every so many seconds of playback, if it is between these two bounds. */
export const RESUME_SAVE_S = 5;
export const RESUME_FROM_S = 10;
export const RESUME_NOT_WITHIN_S = 30; // of the end
/** Another position replaces the stored one after so many seconds of playback from there. */
export const RESUME_REPLACED_AFTER_S = 60;
export const RESUME_EPISODES = 500; // maximum number of remembered episodes, the latest
export const PLAYLIST_UPDATE_MS = 300_000;
/** Identifies this player to the ads host. */
export const AUDIO_CLIENT_APPLICATION_ID = 11;

/** The steps of keys, buttons, headsets and lock screens. */
export const SKIP_BACK_S = 15;
export const SKIP_FORWARD_S = 30;
/** The step of the arrow keys on a progress bar, which is a slider and needs a finer one. */
export const SEEK_STEP_S = 5;
export const SEEK_INDICATOR_MS = 1_000;
export const SEEK_MARGIN_PX = 32; // each side of the progress bar
export const PROGRESS_FULL_ABOVE = 0.99; // fraction
export const QUEUE_PREFETCH_BELOW = 3; // items

export const EMBED_HEIGHT_MIN_PX = 80;
export const EMBED_HEIGHT_MAX_PLAIN_PX = 200;
export const EMBED_HEIGHT_MAX_RICH_PX = 600; // with cover or playlist
export const EMBED_HEIGHT_DEFAULT_PLAIN_PX = 200;
export const EMBED_HEIGHT_DEFAULT_RICH_PX = 400;
export const EMBED_HEIGHT_DEBOUNCE_MS = 500;
/** Higher than any player needs: the limit for the height that a frame may request from its page. */
export const EMBED_HEIGHT_ASKED_MAX_PX = 2_000;
/** Key codes that change the height in the dialog, besides backspace. */
export const EMBED_HEIGHT_KEY_FIRST = 48;
export const EMBED_HEIGHT_KEY_LAST = 90;

export const POPUP_WIDTH_PX = 500;
export const POPUP_WIDTH_EMBED_PX = 680;
export const SHARE_WINDOW_WIDTH_PX = 600;
export const SHARE_WINDOW_HEIGHT_PX = 500;
export const COPIED_EMBED_DIALOG_MS = 2_000;
export const COPIED_SHARE_BOX_MS = 1_500;

/** Width of an embed if a number is needed and none is given. */
/** How long oEmbed consumers may cache an answer. */
