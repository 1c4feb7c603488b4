/**
 * Where to ask for a cover. Snippets say https, as other pages need it; a cover from the host of the `site_url` comes
 * the way that host is reached, which on a developer's machine is http.
 */
export function ownCover(cover: string, site_url: string): string {
  const image = new URL(cover);
  const own = new URL(site_url);
  if (image.host === own.host) image.protocol = own.protocol;
  return image.href;
}
