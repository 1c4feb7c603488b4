const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** For text and for attributes in double quotes, in HTML and in XML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

const TAG = /<(\/?(?:[abisu]|em|strong|code|span)\b)?[^>]*>/g;

/**
 * The text of sanitised HTML, which uses only these four entities. White space becomes one space. Tags within a line, such
 * as links, leave none.
 */
export function htmlText(html: string): string {
  return html
    .replace(TAG, (_, inLine) => (inLine ? '' : ' '))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => CHARACTERS[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True for notes in HTML. Others are plain text, which may contain `<3` or `<name@example.org>`. */
export const isMarkedUp = (notes: string): boolean =>
  /<(?:\/?[a-z][a-z\d]*(?=[\s/>])|!--)/i.test(notes);

/** JSON that cannot end the script element around it. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
