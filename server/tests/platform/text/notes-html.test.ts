import { typedNotes } from 'earshot-site/contract';
import { describe, expect, it } from 'vitest';
import { notesHtml } from '../../../src/platform/text/notes-html.ts';

describe('notesHtml', () => {
  it.each([
    ['One line', 'One line'],
    ['Guests:\nAda\nGrace', '<p>Guests:<br />Ada<br />Grace</p>'],
    [
      'First.\n\nSecond,\nin two lines.\n \n\nThird.',
      '<p>First.</p><p>Second,<br />in two lines.</p><p>Third.</p>',
    ],
    ['R&D <3\n2 > 1', '<p>R&amp;D &lt;3<br />2 &gt; 1</p>'],
    ['R&amp;D\n&lt;b&gt;', '<p>R&amp;D<br />&lt;b&gt;</p>'],
    ['<jo@example.org>', '&lt;jo@example.org&gt;'],
    ['<p>One\nparagraph</p>\n\n<p>Two</p>', '<p>One\nparagraph</p>\n\n<p>Two</p>'],
  ])('shows %j', (notes, html) => {
    expect(notesHtml(notes)).toBe(html);
  });
});

describe('typedNotes', () => {
  it('has no entities in plain text, and leaves HTML as it is', () => {
    expect(typedNotes('Salt &amp; vinegar\n&lt;3')).toBe('Salt & vinegar\n<3');
    expect(typedNotes('<p>Salt &amp; vinegar</p>')).toBe('<p>Salt &amp; vinegar</p>');
  });
});
