const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** Characters of a description: previews show no more. */
export const DESCRIPTION_MAX = 200;

/** The text of sanitised HTML, which uses only these four entities. Beyond `limit` characters it ends in an ellipsis. */
export function plainText(html: string, limit: number): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text]; // code points: a surrogate pair is not split
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}
