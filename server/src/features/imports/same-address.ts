import { parseUrl } from '../../platform/text/parse-url.ts';

const SECRET_NAME = /auth|token|key|secret|sig|pass/i;

/**
 * True if two addresses of feeds differ only in the secret keys of their queries. Both have the key: beside the private
 * feed of a show, many hosts have a public one at the same address without a key, with other audio. A part of the path
 * that looks like a key may as well name another show.
 */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [parseUrl(one), parseUrl(other)];
  if (!first || !second) return false;
  const names = new Set([...first.searchParams.keys(), ...second.searchParams.keys()]);
  const isSamePlace = first.host === second.host && pathOf(first) === pathOf(second);
  return isSamePlace && [...names].every((name) => isSameField(name, first, second));
}

const pathOf = ({ pathname }: URL) => pathname.split('/').filter(Boolean).join('/');

function isSameField(name: string, { searchParams: one }: URL, { searchParams: other }: URL) {
  if (SECRET_NAME.test(name)) return one.has(name) && other.has(name);
  return String(one.getAll(name)) === String(other.getAll(name));
}
