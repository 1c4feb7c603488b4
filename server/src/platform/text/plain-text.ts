// Control characters but tab and line feed, and those that reverse the direction of the text after them (Unicode TR 9).
const UNWANTED = /(?:(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069])+/gu;

/** Plain text of several lines, as a person has typed it: with at most one empty line between paragraphs. */
export function cleanParagraphs(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNWANTED, '')
    .split('\n')
    .map((line) => line.trimEnd()) // a pattern would take quadratic time on a long row of spaces
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** True if the text is invisible: it has white space and invisible characters only. */
export function isBlank(text: string): boolean {
  return !/[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}]/u.test(text);
}
