/**
 * Addresses at which social networks accept a post. Sources: docs.bsky.app (intent links), faq.whatsapp.com (click to
 * chat), docs.joinmastodon.org (`/share`), RFC 6068 (`mailto`).
 */
export const SHARE_LINKS = {
  bluesky: ({ title, url }: SharedPage) =>
    `https://bsky.app/intent/compose?${query({ text: post(title, url) })}`,
  whatsapp: ({ title, url }: SharedPage) => `https://wa.me/?${query({ text: post(title, url) })}`,
  email: ({ title, url }: SharedPage) =>
    `mailto:?${query({ subject: title, body: post(title, url) })}`,
} as const;

export interface SharedPage {
  title: string;
  url: string;
}

/** The page on which an instance of Mastodon accepts a post. `instance` is the result of `readInstance`. */
export function mastodonShareUrl(instance: string, { title, url }: SharedPage): string {
  return `https://${instance}/share?${query({ text: post(title, url) })}`;
}

/**
 * The host of an instance that a person typed: `mastodon.social`, `https://mastodon.social/home` or
 * `@name@mastodon.social`. Null if it is not a host on the internet.
 */
export function readInstance(text: string): string | null {
  const host = text.trim().replace(/^(https?:\/\/|@?[^@\s]*@)/i, '');
  const address = `https://${host}`;
  if (/\s/.test(host) || !URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  return /^([^.]+\.)+[^.\d][^.]*$/.test(hostname) && port === '' ? hostname : null;
}

const post = (title: string, url: string) => `${title}\n${url}`;

/** Mail programs do not read a plus sign as a space. */
function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString().replaceAll('+', '%20');
}
