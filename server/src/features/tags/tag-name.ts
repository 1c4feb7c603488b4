const NAME_MAX = 100; // characters

/** Control characters, and those that reverse the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The name of a tag: the same for `True Crime`, ` #true_crime ` and `ＴＲＵＥ－ＣＲＩＭＥ`. Accents stay, because they
 * distinguish words. Null for a text that cannot be a tag, because it has no letter, digit or pictograph, or is too
 * long.
 */
export function tagName(text: string): string | null {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(UNWANTED, '')
    .replace(/[\s_\u2010-\u2015-]+/g, '-')
    .replace(/^[-#]+|-+$/g, '');
  const isNamed = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name);
  return isNamed && [...name].length <= NAME_MAX ? name : null;
}
