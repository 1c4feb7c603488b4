import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createFetcher, type Fetcher } from '../platform/http/fetch-source.ts';
import { findPrivateHost } from '../platform/http/private-address.ts';
import { StartError } from '../platform/start-error.ts';
import { webAddress } from '../platform/text/web-address.ts';

/**
 * npm runs scripts in the project's root, but a path is relative to the folder in which npm was called.
 * @throws StartError for an address of another scheme, such as ftp
 */
export function fromHere(path: string, calledIn = process.env.INIT_CWD ?? ''): string {
  if (/^\s*[a-z][a-z\d+.-]*:\/\//i.test(path) && !webAddress(path)) {
    throw new StartError('Name a file, or a complete http or https address.'); // it may hold a password
  }
  const fromUser = resolve(calledIn, path);
  const given = resolve(path);
  return webAddress(path) ?? (!existsSync(fromUser) && existsSync(given) ? given : fromUser);
}

/** An address that the operator typed may be private. The permission is for its host and port only. */
export async function fetcherFor(source: string): Promise<Fetcher> {
  const host = webAddress(source) ? await findPrivateHost(source) : null;
  return createFetcher({ privateHosts: host === null ? [] : [host] });
}
