import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StartError } from '../platform/start-error.ts';
import {
  type Environment,
  readFile,
  readPlainUrl,
  readUrl,
  withoutPassword,
} from './environment.ts';

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

const FORM = 'It is one such as https://op3.dev/e or https://op3.dev/e,pg={guid}.';
/** The argument `pg` names the podcast. */
const OP3_PATH = /^\/e(,pg=[^/]+)?$/;

/** The address with which those of audio in public feeds begin, so that its service counts downloads. Null if unset. */
export function readNumbersPrefix(env: Environment): string | null {
  if (!env.NUMBERS_PREFIX) return null;
  const prefix = readPlainUrl(env, 'NUMBERS_PREFIX', FORM);
  const { protocol, hostname, pathname } = new URL(prefix.replaceAll('{guid}', 'guid'));
  const isOp3 = /(^|\.)op3\.dev$/.test(hostname);
  if (protocol !== 'https:' || pathname === '/' || /[\s{}]/.test(prefix.replaceAll('{guid}', '')))
    throw new StartError(`NUMBERS_PREFIX is "${prefix}": it must be https, with a path. ${FORM}`);
  if (isOp3 && !OP3_PATH.test(pathname))
    throw new StartError(`NUMBERS_PREFIX is "${prefix}": OP3 has no such prefix. ${FORM}`);
  return prefix;
}

const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const MARK_WITHIN = 128 * 1024; // bytes at the end: MaxMind DB File Format 2.0

/** The path of a list of addresses in MaxMind's format. Null if unset. The list itself is read when it is needed. */
export function readAddressList(env: Environment, name: string): string | null {
  const path = readFile(env, name);
  if (path === null || isList(path)) return path;
  throw new StartError(
    `${name} is "${path}": it must be a file in MaxMind's format, such as GeoLite2-Country.mmdb.`,
  );
}

function isList(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const end = Buffer.alloc(MARK_WITHIN);
    readSync(file, end, 0, MARK_WITHIN, Math.max(0, fstatSync(file).size - MARK_WITHIN));
    return end.includes(MARK);
  } catch {
    return false; // a folder, for example
  } finally {
    closeSync(file);
  }
}
