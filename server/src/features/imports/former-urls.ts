import { type Opened, readEarshotAddress } from '../../platform/http/earshot-address.ts';
import { withoutPrefix } from '../../platform/podcasting/number-prefix.ts';
import { attributeOf } from '../../platform/xml/xml-element.ts';
import type { ElementPicker } from './element-picker.ts';

/**
 * The addresses of a show or episode at the host of its feed, if that is an Earshot. It names its player and its page in
 * elements that our feed replaces by its own.
 * @param further addresses with a meaning of their own: the link, and the enclosure or the feed itself
 */
export function readFormerUrls(
  picker: ElementPicker,
  further: { link: string | null; file: string; opens: Opened },
): string[] {
  const named = picker.convert('media:player', (element) =>
    earshotUrl(attributeOf(element, 'url'), 'player'),
  );
  const file = earshotUrl(withoutPrefix(further.file), further.opens);
  const all = file === null ? named : [...named, file];
  if (all.length === 0) return []; // of most hosts: the other addresses need not be read
  // Pages of other products may have the same form.
  const ofHost = (address: string | null | undefined) => {
    const page = earshotUrl(address ?? undefined, 'page');
    return all.some((url) => page && new URL(url).host === new URL(page).host) ? page : null;
  };
  const pages = picker.convert('atom:link', (element) =>
    attributeOf(element, 'rel') === 'alternate' ? ofHost(attributeOf(element, 'href')) : null,
  );
  const link = ofHost(further.link);
  return [...all, ...pages, ...(link === null ? [] : [link])];
}

function earshotUrl(address: string | undefined, opens: Opened): string | null {
  const url = address?.trim() ?? '';
  return readEarshotAddress(url)?.opens === opens ? url : null;
}
