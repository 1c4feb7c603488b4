/** One shortcode in a text. */
export interface Shortcode {
  /** Its start in the text, and its length. */
  index: number;
  length: number;
  /** Values by name, in lower case. A name with two different values is ambiguous, and its value is empty. */
  attributes: ReadonlyMap<string, string>;
}

// Platforms replace quotes: WordPress turns `"` into ” and, after a digit, into a double prime.
const DOUBLE = '"“”„‟″«»＂';
const SINGLE = "'‘’‚‛′‹›`";

// Up to the first bracket, as in WordPress: values contain none (they are written as %5B and %5D).
const SHORTCODE = /(\[?)\\?\[earshot(?=[\s\\\]/])([^[\]]*)\](\]?)/gi;
// The longest name has 22 characters. Without a limit, a long row of letters takes quadratic time.
const ATTRIBUTE = new RegExp(
  `([a-z_-]{1,40})\\s*=\\s*(?:[${DOUBLE}]([^${DOUBLE}]*)[${DOUBLE}]|[${SINGLE}]([^${SINGLE}]*)[${SINGLE}]|([^\\s${DOUBLE}${SINGLE}]+))`,
  'gi',
);
// Markdown's, before any character that could be markup.
const BACKSLASH = /\\(?=[\p{P}\p{S}]|$)/gu;

/**
 * The shortcodes in a text, in any platform's spelling. `readOptions` validates their values. `[[earshot ...]]` is
 * text about a shortcode and does not count.
 */
export function findShortcodes(text: string): Shortcode[] {
  return [...text.matchAll(SHORTCODE)].flatMap((match): Shortcode[] => {
    const [whole, before = '', inner = '', after = ''] = match;
    if (before && after) return [];
    const attributes = readAttributes(decodeEntities(inner.replace(BACKSLASH, '')));
    if ((attributes.get('type') || 'player') !== 'player') return [];
    const length = whole.length - before.length - after.length;
    return [{ index: match.index + before.length, length, attributes }];
  });
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase().replaceAll('_', '-');
    const value = (double ?? single ?? bare ?? '').trim();
    const isAmbiguous = (attributes.get(key) ?? value) !== value;
    attributes.set(key, isAmbiguous ? '' : value);
  }
  return attributes;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ldquo: '“',
  rdquo: '”',
  Prime: '″',
};

const ENTITY = /&(?:#(x?[\da-f]{1,7})|(\w{1,6}));/gi;

/** The reverse of `decodeEntities`, for a text that is not HTML. An ampersand that begins no entity does not change. */
export const protectEntities = (text: string) =>
  text.replace(ENTITY, (whole) => `&amp;${whole.slice(1)}`);

/** The entities in snippets and shortcodes; others do not change. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, number, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = Number(`0${number}`); // 0x if it is in hexadecimal digits
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
