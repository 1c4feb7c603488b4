import { htmlText } from 'earshot/internal';

/** Characters of a description: previews show no more. */
export const DESCRIPTION_MAX = 200;

/** The text of sanitised HTML. Beyond `limit` characters it ends in an ellipsis. */
export const plainText = (html: string, limit: number): string => shorten(htmlText(html), limit);

/** The text. Beyond `limit` characters it ends in an ellipsis. */
export function shorten(text: string, limit: number): string {
  const characters = [...text]; // code points: a surrogate pair is not split
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}
