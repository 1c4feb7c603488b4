import { StartError } from '../platform/start-error.ts';
import { type Environment, readUrl, withoutPassword } from './environment.ts';

/** The address of the ClickHouse database that holds the log of requests for audio. Null if unset. */
export function readNumbersUrl(env: Environment): string | null {
  if (!env.NUMBERS_URL) return null;
  const url = readUrl(env, 'NUMBERS_URL', '');
  const { pathname, search, hash, username, password } = new URL(url);
  if (!/^\/\w+$/.test(pathname) || search || hash)
    throw new StartError(
      `NUMBERS_URL is "${withoutPassword(url)}": it must end with the name of a database, such as http://user:password@clickhouse:8123/earshot.`,
    );
  if (!isEncoded(username) || !isEncoded(password))
    throw new StartError(
      'The user or the password of NUMBERS_URL has a % that is not part of an encoded character. Write it as %25.',
    );
  return url;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false; // the only way to find out
  }
}
