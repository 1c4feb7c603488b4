import { getSchema, Mark } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { DOMParser, DOMSerializer, type Node } from '@tiptap/pm/model';
import { isMarkedUp } from 'earshot/contract';
import { trustedHtml } from 'earshot/internal';

/** An address with a text. The server adds `rel`, and removes other protocols. */
const Link = Mark.create({
  name: 'link',
  priority: 1000, // around other marks, so that a link stays whole
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

/** The elements and marks of the editor. Notes with others are edited as text. */
export const EXTENSIONS = [
  Document,
  Text,
  Paragraph,
  HardBreak,
  Bold,
  Italic,
  Code,
  Link,
  Heading.configure({ levels: [3, 4, 5, 6] }), // the server moves others below the title of the page
  Blockquote,
  CodeBlock,
  HorizontalRule,
  BulletList,
  OrderedList,
  ListItem.extend({
    // Tab leaves the editor, as it leaves other fields.
    addKeyboardShortcuts() {
      return {
        Enter: () => this.editor.commands.splitListItem(this.name),
        'Mod-]': () => this.editor.commands.sinkListItem(this.name),
        'Mod-[': () => this.editor.commands.liftListItem(this.name),
      };
    },
  }),
  UndoRedo,
];

const schema = getSchema(EXTENSIONS);
const parser = DOMParser.fromSchema(schema);
const serializer = DOMSerializer.fromSchema(schema);

const HIGHEST = 3; // the page has a title and sections above the notes
const HEADING = /(<\/?h)([1-6])(?=[\s>])/gi;

/** HTML of another program with headings below those of the page, as the server would store them. */
export function demoteHeadings(html: string): string {
  const levels = [...new Set(Array.from(html.matchAll(HEADING), ([, , level]) => level))].sort();
  const rankOf = (level: string) => Math.min(6, HIGHEST + levels.indexOf(level));
  return html.replace(HEADING, (_, start: string, level: string) => start + rankOf(level));
}

/** The document of notes. Null if the editor would lose a part of their HTML. */
export function readNotes(notes: string): Node | null {
  if (!isMarkedUp(notes)) return readText(notes);
  const body = bodyOf(notes);
  const read = parser.parse(body);
  return outlineOf(body) === outlineOf(bodyOf(writeHtml(read))) ? read : null;
}

/** Reads plain text, with an empty line between paragraphs. `writeText` returns the same characters. */
export function readText(text: string, to = schema): Node {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const lines = paragraph.split('\n').map((line) => (line ? [to.text(line)] : []));
    const content = lines.flatMap((line, at) => (at ? [to.node('hardBreak'), ...line] : line));
    return to.node('paragraph', null, content);
  });
  return to.node('doc', null, paragraphs);
}

/** Notes that began as plain text stay plain text until a part of them needs HTML. Empty notes are an empty text. */
export function writeNotes(notes: Node, { isPlain }: { isPlain: boolean }): string {
  const text = writeText(notes);
  return text !== null && (isPlain || text.trim() === '') ? text : writeHtml(notes);
}

function writeText(notes: Node): string | null {
  let isPlain = true;
  notes.descendants(({ type, marks }) => {
    isPlain &&= marks.length === 0 && ['paragraph', 'text', 'hardBreak'].includes(type.name);
  });
  const text = notes.textBetween(0, notes.content.size, '\n\n', '\n');
  return isPlain && !isMarkedUp(text) ? text : null;
}

function writeHtml(notes: Node): string {
  const body = emptyBody();
  serializer.serializeFragment(notes.content, { document: body.ownerDocument }, body);
  for (const paragraph of body.querySelectorAll('li > p:first-child')) {
    const isOnly = paragraph.parentElement?.querySelectorAll(':scope > p').length === 1;
    if (isOnly) paragraph.replaceWith(...paragraph.childNodes);
  }
  return body.innerHTML;
}

/** A document that runs no scripts and loads no pictures. */
const emptyBody = () => document.implementation.createHTMLDocument('').body;

function bodyOf(html: string): HTMLElement {
  const body = emptyBody();
  body.innerHTML = trustedHtml(html);
  return body;
}

const SAME: Readonly<Record<string, string>> = { B: 'STRONG', I: 'EM' };
const MARKS = ['STRONG', 'EM', 'CODE', 'A'];
/** The attributes that the server keeps. It writes `rel` itself. */
const KEPT = ['href', 'src', 'alt', 'width', 'height', 'start', 'colspan', 'rowspan', 'scope'];

/** A line end before a time: without it, the time would no longer be a link. */
const BEFORE_TIME = /(\S[^\S\n]*)\n(\s*\W?\d{1,3}:\d\d)/g;
const PARAGRAPH = '\u2029';
const TAG = '\0';

/**
 * The content of HTML without what makes no difference: the order of marks, white space between words and around
 * blocks, and whether a text stands in a paragraph or alone.
 */
function outlineOf(body: HTMLElement): string {
  const parts: string[] = [];
  const walk = (node: ChildNode, marks: readonly string[], isPre: boolean): void => {
    if (node.nodeType === node.TEXT_NODE) {
      for (const letter of lettersOf(node.textContent ?? '', isPre)) parts.push(marks + letter);
    }
    if (node.nodeType !== node.ELEMENT_NODE) return;
    const element = node as HTMLElement;
    const name = SAME[element.tagName] ?? element.tagName;
    const tag = [name, ...KEPT.map((key) => element.getAttribute(key) ?? '')].join(' ').trim();
    const isMark = MARKS.includes(name) && (!isPre || name === 'CODE');
    const inner = isMark && !isPre ? [...new Set([...marks, tag])].sort() : marks;
    if (!isMark) parts.push(name === 'P' ? PARAGRAPH : TAG + tag);
    for (const child of element.childNodes) walk(child, inner, isPre || name === 'PRE');
    if (!isMark && name !== 'BR') parts.push(name === 'P' ? PARAGRAPH : TAG);
  };
  for (const child of body.childNodes) walk(child, [], false);
  return joinParagraphs(parts);
}

const lettersOf = (text: string, isPre: boolean): string =>
  isPre ? text : text.replace(BEFORE_TIME, '$1\u2028$2').replace(/[ \t\n\r\f]+/g, '');

/** Leaves the ends of paragraphs only between two texts. */
function joinParagraphs(parts: readonly string[]): string {
  const isText = (part = TAG) => part === `${TAG}BR` || !part.startsWith(TAG);
  const joined: string[] = [];
  let isNext = false;
  for (const part of parts) {
    if (part !== PARAGRAPH) {
      if (isNext && isText(joined.at(-1)) && isText(part)) joined.push(PARAGRAPH);
      joined.push(part);
    }
    isNext = part === PARAGRAPH;
  }
  return joined.join('\n');
}
