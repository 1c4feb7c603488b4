import { decodeHTMLStrict } from 'entities';

const EXCERPT_MAX = 200;

/** The beginning of sanitised notes as plain text, cut between two words. The input may end inside a tag. */
export function toExcerpt(notes: string): string {
  const plain = notes
    .replace(/<\/?(?:a|b|i|em|strong|code)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*(?:>|$)/g, ' ');
  const text = decodeHTMLStrict(plain).replace(/\s+/g, ' ').trim();
  if (text.length <= EXCERPT_MAX) return text;
  const cut = text.slice(0, EXCERPT_MAX);
  const space = cut.lastIndexOf(' ');
  // A script without spaces is cut between two characters, not inside one.
  const whole = space > EXCERPT_MAX / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole.replace(/[\s,;:.–—-]+$/u, '')}…`;
}
