const EXCERPT_MAX = 200;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** The beginning of sanitised notes as plain text, cut between two words. The input may end inside a tag. */
export function toExcerpt(notes: string): string {
  const text = notes
    .replace(/<\/?(?:a|b|i|em|strong|code)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:\w{1,6}|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= EXCERPT_MAX) return text;
  const cut = text.slice(0, EXCERPT_MAX);
  const space = cut.lastIndexOf(' ');
  // A script without spaces is cut between two characters, not inside one.
  const whole = space > EXCERPT_MAX / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole.replace(/[\s,;:.–—-]+$/u, '')}…`;
}
