import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StartError } from '../platform/start-error.ts';
import { type Environment, readFile } from './environment.ts';

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
