import { isMarkedUp } from 'earshot/contract';
import { escapeHtml } from 'earshot/internal';
import { typedNotes } from 'earshot-site/contract';

/** Notes as HTML. In plain text, an empty line ends a paragraph, and other line ends stay line ends. */
export function notesHtml(notes: string): string {
  if (isMarkedUp(notes)) return notes;
  const html = escapeHtml(typedNotes(notes));
  if (!html.includes('\n')) return html;
  const paragraphs = html.split(/\n(?:[^\S\n]*\n)+/);
  return paragraphs.map((text) => `<p>${text.replaceAll('\n', '<br />')}</p>`).join('');
}
