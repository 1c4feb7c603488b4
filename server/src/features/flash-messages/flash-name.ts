/** Names go into a cookie with commas between them. */
export const FLASH_NAME = /^[a-z0-9_-]{1,64}$/;

const NAMES_MAX = 100; // a longer cookie is not one of ours
const COOKIE_NAMES_MAX = 50;

/** The names in the cookie of dismissed messages. Other text in it is ignored. */
export function dismissedIn(cookie: string | undefined): string[] {
  const names = (cookie ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => FLASH_NAME.test(name)))].slice(0, NAMES_MAX).sort();
}

/** The cookie with one more name. The oldest names are dropped, because a browser keeps 4 kB. */
export function withDismissed(cookie: string | undefined, name: string): string {
  const names = (cookie ?? '')
    .split(',')
    .filter((known) => FLASH_NAME.test(known) && known !== name);
  return [...names, name].slice(-COOKIE_NAMES_MAX).join(',');
}
