/**
 * The cookie with the names of the messages that a visitor has dismissed, separated by commas. It is set on `DOMAIN`.
 */
export const FLASH_COOKIE = 'dismissed_flash_messages';

/** Seconds. Browsers shorten it to 400 days (RFC 6265bis, 5.5). */
export const FLASH_COOKIE_LIFETIME_S = 315_360_000;

/**
 * True if browsers accept a cookie for all hosts below this domain: they refuse one for an address or for
 * `localhost`.
 */
export const isCookieDomain = (domain: string): boolean => /\.[a-z][^.]*$/i.test(domain);

/** The interval in milliseconds after which a page checks for a message again. */
export const FLASH_REFRESH_MS = 300_000;
