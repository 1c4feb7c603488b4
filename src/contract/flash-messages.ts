/** A notice of the host to everybody who has not dismissed it. */
export interface FlashMessage {
  name: string;
  /** Plain text. */
  message: string;
}

/**
 * The cookie in which a visitor's browser keeps the names of the messages that he has dismissed, with commas between
 * them. It is set on `DOMAIN`.
 */
export const FLASH_COOKIE = 'dismissed_flash_messages';
/** Seconds. Browsers shorten it to 400 days (RFC 6265bis, 5.5). */
export const FLASH_COOKIE_LIFETIME_S = 315_360_000;

/** True if browsers take a cookie for all hosts below this domain: they refuse one for an address or for `localhost`. */
export const isCookieDomain = (domain: string): boolean => /\.[a-z][^.]*$/i.test(domain);

/** Milliseconds after which a page asks again whether there is a message. */
export const FLASH_REFRESH_MS = 300_000;

/** The form that closes a message without JavaScript, under `SITE_URL`. */
export const FLASH_FORM_ROUTES = {
  flash_dismissal: '/flashmessages/{name}/close',
} as const;

/** Flash messages, under `API_URL`. */
export const FLASH_API_ROUTES = {
  flash_message: '/flashmessage',
  /** For administrators. */
  named_flash_message: '/flashmessages/{name}',
  user_flash_message: '/user/{user_id}/flashmessages/{name}',
} as const;
