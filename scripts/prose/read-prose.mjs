// Extracts the prose of a file. Everything else becomes spaces, so that positions in the result are positions in the
// file.

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Code is not prose, and neither are addresses and the targets of links. */
function blankCode(text) {
  return text
    .replace(/`[^`\n]*`/g, (code) => `X${blank(code.slice(1))}`)
    .replace(/\]\([^)\s]*\)/g, blank)
    .replace(/https?:\/\/\S+/g, blank);
}

/** List items, headings, table cells and quotations each begin a new sentence. */
export function readMarkdown(text) {
  const prose = text
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank);
  return blankCode(prose)
    .replace(/[|*_"“”]/g, ' ')
    .split('\n')
    .map((line) => line.replace(/^(\s*)(?:[-+>]|#+|\d+\.)(?=\s)/, (mark) => blank(mark)))
    .join('\n');
}

/** The start of a comment on its own line, of a block comment, and of a comment after code. */
const LINE_COMMENT = /^(\s*)\/\/+(.*)$/;
const BLOCK_START = /^(\s*\{?)\/\*+/;
const BEHIND_CODE = /^(.*[\w;,{}()[\]|>'"`=&?:]\s+)\/\/ (.*)$/;

/** The comments of a TypeScript, JavaScript, CSS or PHP file. Code ends a paragraph. */
export function readComments(text) {
  let isInBlock = false;
  const lines = text.split('\n').map((line) => {
    if (isInBlock || BLOCK_START.test(line)) {
      const end = line.indexOf('*/');
      isInBlock = end < 0;
      const body = (isInBlock ? line : line.slice(0, end)).replace(
        /^\s*\{?(?:\/\*+|\*(?!\/))?/,
        blank,
      );
      return body.replace(/@\w+(?: \{[^}]*\})?/g, blank);
    }
    const own = LINE_COMMENT.exec(line);
    const comment = own ?? BEHIND_CODE.exec(line);
    if (!comment || /^\s*(?:biome-ignore|@ts-)/.test(comment[2])) return '';
    const before = blank(line.slice(0, line.length - comment[2].length));
    // A full stop in place of the slashes: comments after code do not continue each other.
    return (own ? before : `${before.slice(0, -3)}.  `) + comment[2];
  });
  return blankCode(lines.join('\n')).replace(/["“”]/g, ' ');
}
