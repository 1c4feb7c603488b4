import { hostOf } from './host-of.ts';
import { widgetUrl } from './own-address.ts';

/**
 * The host that the address of a placement names, or the script after it, which is no part of a shortcode. Another host than
 * our own has its script on the page. Ours comes first, because scripts of other products have the same name.
 */
export const namedHost = (placement: Element) =>
  [widgetUrl, ...[...document.querySelectorAll('script')].map((script) => hostOf(script.src))].find(
    (host) => placement.outerHTML.includes(`${host}/`),
  ) ??
  hostOf(
    placement.matches('a,iframe') &&
      (placement.nextElementSibling as HTMLScriptElement | null)?.src,
  );
