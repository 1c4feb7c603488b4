/** True if the path of an address is not valid percent-encoding of UTF-8, such as `/tag/%`. */
export function isBroken(url: string): boolean {
  const [path] = split(url);
  if (!path.includes('%')) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/**
 * The address with its signs encoded, if it is broken. The router refuses a broken address on its own, with neither hooks
 * nor pages: so a request gets a readable one, and is refused by the rules of its route.
 */
export function routable(url: string): string {
  if (!isBroken(url)) return url;
  const [path, query] = split(url);
  return path.replaceAll('%', '%25') + query;
}

function split(url: string): [path: string, query: string] {
  const end = url.indexOf('?');
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)];
}
