import { existsSync } from 'node:fs';
import { StartError } from '../platform/start-error.ts';
import { parseUrl } from '../platform/text/parse-url.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export function readChoice<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = env[name] || fallback;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) {
    throw new StartError(`${name} is "${text}": it must be one of ${choices.join(', ')}.`);
  }
  return found;
}

/** Reads a setting that is true or false. Unset means false. */
export const readSwitch = (env: Environment, name: string): boolean =>
  readChoice(env, name, ['true', 'false'], 'false') === 'true';

/** The path of a file that exists. Null if unset. */
export function readFile(env: Environment, name: string): string | null {
  const path = env[name];
  if (!path) return null;
  if (!existsSync(path)) throw new StartError(`${name} is "${path}": there is no such file.`);
  return path;
}

export function readUrl(
  env: Environment,
  name: string,
  fallback: string,
  protocol: RegExp = /^https?:$/,
): string {
  const text = (env[name] || fallback).trim();
  const url = parseUrl(text);
  const isNamed = url?.hostname !== '' || /^postgres/.test(url.protocol); // a socket has no host
  if (!url || !isNamed || !protocol.test(url.protocol) || (fallback && !isPlain(url))) {
    throw new StartError(
      `${name} is "${withoutPassword(text)}": it must be a complete address such as ${EXAMPLES[name] ?? 'https://example.org'}.`,
    );
  }
  if (fallback && url.hostname.startsWith('[')) {
    throw new StartError(
      `${name} is "${text}": it needs a name, because browsers ignore an IPv6 address in the policy of a page (CSP). A name in the DNS can lead to it.`,
    );
  }
  // Browsers write the addresses of this host in small letters and without a default port.
  return (fallback ? url.href : text).replace(/\/+$/, '');
}

/** The name of the host in its cookies and mails. */
export function readDomain(env: Environment, fallback: string): string {
  const name = env.DOMAIN;
  if (!name) return fallback;
  const url = /^[^\s/\\?#@:]+$/.test(name) ? parseUrl(`http://${name}`) : null;
  if (url) return url.hostname;
  throw new StartError(`DOMAIN is "${name}": it must be the name of a host such as pod.example.`);
}

/** An address that ends with `?` or `#` has an empty query or fragment. */
const isPlain = ({ username, password, href }: URL): boolean =>
  !(username || password || /[?#]/.test(href));

/** An address to which paths are appended. */
export function readPlainUrl(env: Environment, name: string, advice: string): string {
  const url = readUrl(env, name, '');
  if (!isPlain(new URL(url))) {
    throw new StartError(
      `${name} is "${withoutPassword(url)}": it must be an address without a password, a query and a fragment. ${advice}`,
    );
  }
  return url;
}

/** The site needs a host of its own: its cookies and its service worker belong to a whole host. */
export function readSiteUrl(env: Environment, fallback: string): string {
  const url = readUrl(env, 'SITE_URL', fallback);
  if (new URL(url).pathname === '/') return url;
  throw new StartError(
    `SITE_URL is "${url}": it must not have a path. Give the site a host of its own, such as https://podcasts.example.org.`,
  );
}

/** Scheme, host and port. */
export function readOrigin(env: Environment, name: string): string {
  const url = readPlainUrl(env, name, 'It is scheme, host and port alone.');
  if (new URL(url).pathname === '/') return url;
  throw new StartError(`${name} is "${url}": it must be scheme, host and port alone.`);
}

/** The message of a failed start is logged. A password with a slash makes the address unreadable, so all before the @ goes. */
export const withoutPassword = (address: string): string =>
  address.replace(/^((?:[a-z]+:)*\/\/)?.*@/is, '$1***@');

const EXAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@host:5432/earshot',
  DATABASE_DIRECT_URL: 'postgres://user:password@host:5432/earshot',
  CDN_PURGE_URL: 'http://varnish:6081/purge',
  DATABASE_READ_URL: 'postgres://user:password@replica:5432/earshot',
  NUMBERS_URL: 'http://user:password@clickhouse:8123/earshot',
  REDIS_URL: 'redis://localhost:6379',
  PUSHER_HOST: 'https://push.example.org',
  WEBSUB_HUB: 'https://pubsubhubbub.appspot.com',
  PODCAST_INDEX_URL: 'https://api.podcastindex.org/api/1.0',
  IHR_URL: 'https://directory.example.org/api',
  SMTP_URL: 'smtps://user:password@mail.example.org',
};
