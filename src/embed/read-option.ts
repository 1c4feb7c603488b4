export const RESOURCE_FORM = /^(episode|show)_id=[1-9]\d{0,9}$/;
export const SIZE_FORM = /^0*([1-9]\d{0,4})(px|%)?$/;

/** `episode_id=N` or `show_id=N`, or undefined. */
export function readResource(text: string): string | undefined {
  return RESOURCE_FORM.test(text) ? text : undefined;
}

/** Pixels or percent with their unit, or undefined. */
export function readSize(text: string): string | undefined {
  const [, size, unit = 'px'] = SIZE_FORM.exec(text) ?? [];
  return size && size + unit;
}

const MARKS = /["'<>`[\]\\]/g;

/**
 * An https address in the one spelling that every kind of snippet can contain: without quotes, spaces, brackets or
 * angle brackets.
 */
export function readAddress(text: string): string | undefined {
  if (!text.startsWith('https://')) return undefined;
  try {
    const href = new URL(text).href.replace(MARKS, escapeCharacter);
    // In a host the browser decodes an escaped mark again.
    return new URL(href).href === href ? href : undefined;
  } catch {
    return undefined; // not an address; older browsers lack URL.canParse
  }
}

const escapeCharacter = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
