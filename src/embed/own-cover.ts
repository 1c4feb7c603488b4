/**
 * The address to fetch a cover from. Snippets contain https addresses, because other pages need them. A cover on the
 * host of `site_url` is fetched with the protocol of that host, which is http on a developer's machine.
 */
export function ownCover(cover: string, site_url: string): string {
  const image = new URL(cover);
  const own = new URL(site_url);
  if (image.host === own.host) image.protocol = own.protocol;
  return image.href;
}
