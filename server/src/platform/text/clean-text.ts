import sanitizeHtml from 'sanitize-html';

const MAX_TITLE = 500;

// Control characters, and the ones that turn the direction of what follows (Unicode TR 9).
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNWANTED = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g;

/** One line of plain text: markup in it is text too, and is escaped where it is shown. */
export function cleanLine(text: string | undefined): string {
  return (text ?? '').replace(UNWANTED, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
}

/** HTML that may stand in our pages: text and links, nothing that loads or runs. */
export function cleanHtml(html: string | undefined): string {
  const text = html ?? '';
  const marked = /<[a-z]/i.test(text) ? text : text.trim().replace(/\n{2,}/g, '<br><br>');
  return sanitizeHtml(marked, {
    allowedTags: [
      'p',
      'br',
      'a',
      'b',
      'strong',
      'i',
      'em',
      'ul',
      'ol',
      'li',
      'blockquote',
      'code',
      'h3',
      'h4',
    ],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }),
      h1: 'h3',
      h2: 'h3',
    },
  }).trim();
}

/** A name for an address: letters and digits of any script. */
export function slugify(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return slug || fallback;
}
