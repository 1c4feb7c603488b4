const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** Characters of a description: previews show no more. */
export const DESCRIPTION_MAX = 200;

/** The words of sanitised HTML, which knows four entities; past `limit` characters they end in an ellipsis. */
export function plainText(html: string, limit: number): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text]; // whole ones: half of a pair is no text
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}
