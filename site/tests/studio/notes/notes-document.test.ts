// @vitest-environment happy-dom
import { isMarkedUp } from 'earshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoteHeadings, readNotes, writeNotes } from '../../../src/studio/notes/notes-document.ts';
import { readAddress } from '../../../src/studio/notes/notes-toolbar.tsx';

/** The text after it was open in the editor. Null if it is edited as text. */
function reopened(text: string): string | null {
  const notes = readNotes(text);
  return notes && writeNotes(notes, { isPlain: !isMarkedUp(text) });
}

describe('readNotes and writeNotes', () => {
  it('give back every character of a plain text', () => {
    const parts = fc.constantFrom(
      'a',
      ' ',
      '\t',
      '\n',
      '\n\n',
      '<3',
      '&amp;',
      '"',
      '12:30',
      '​',
      'ش',
    );
    fc.assert(
      fc.property(fc.array(parts), (some) => {
        expect(reopened(some.join(''))).toBe(some.join(''));
      }),
    );
  });

  it.each([
    '<p>a <strong>b</strong> <em>c</em> <code>d</code><br>e</p>',
    '<p><a href="https://x.org/?a=1&amp;b=2">x <strong>y</strong></a> &lt;b&gt;</p>',
    '<ul><li>a<ol start="3"><li>b</li></ol></li><li><p>c</p><p>d</p></li></ul>',
    '<h3>a</h3><h4>b</h4><hr><blockquote><p>c</p></blockquote><pre><code>d\n  e</code></pre>',
    '<p>00:00 Intro<br>12:30 Bells</p>',
  ])('give back %s', (html) => {
    expect(reopened(html)).toBe(html);
  });

  it.each([
    ['a <b>b</b><br />\nc', '<p>a <strong>b</strong><br>c</p>'],
    ['<p>a</p>\n\n<ul>\n <li><p>b</p></li>\n</ul>', '<p>a</p><ul><li>b</li></ul>'],
    [
      '<i><a href="https://x.org" rel="nofollow noopener">x</a></i>',
      '<p><a href="https://x.org"><em>x</em></a></p>',
    ],
  ])('write %j in one way', (html, written) => {
    expect(reopened(html)).toBe(written);
  });

  it.each([
    '<table><tr><td>a</td></tr></table>',
    '<p>a <img src="https://x.org/a.png" alt=""></p>',
    '<button data-episode_id="3">Play</button>',
    '<h1>a</h1>',
    '<p>a <sub>b</sub></p>',
    '<pre>a <b>b</b></pre>',
    '<code><em>a</em></code>',
    '<ul>a<li>b</li></ul>',
    '<p>a\n12:30 b</p>',
  ])('leave %j to the text', (html) => {
    expect(reopened(html)).toBeNull();
  });

  it('make HTML of a plain text only if it needs it', () => {
    const read = (text: string) => readNotes(text) as NonNullable<ReturnType<typeof readNotes>>;
    expect(writeNotes(read('<p>a</p><p>b<br>c</p>'), { isPlain: true })).toBe('a\n\nb\nc');
    expect(writeNotes(read('<ul><li>a</li></ul>'), { isPlain: true })).toBe('<ul><li>a</li></ul>');
    expect(writeNotes(read('<p>type &lt;b&gt;</p>'), { isPlain: true })).toBe(
      '<p>type &lt;b&gt;</p>',
    );
    expect(writeNotes(read('<p></p>'), { isPlain: false })).toBe('');
  });
});

describe('readAddress', () => {
  it.each([
    ['https://x.org/a b', null],
    [' x.org/a ', 'https://x.org/a'],
    ['HTTP://x.org', 'HTTP://x.org'],
    ['mira@x.org', 'mailto:mira@x.org'],
    ['mailto:mira@x.org', 'mailto:mira@x.org'],
    ['javascript:alert(1)', null],
    ['bells', null],
    ['', null],
  ])('reads %j as %j', (typed, address) => {
    expect(readAddress(typed)).toBe(address);
  });
});

describe('demoteHeadings', () => {
  it.each([
    ['<h1>a</h1><p>b</p><h2 class="x">c</h2>', '<h3>a</h3><p>b</p><h4 class="x">c</h4>'],
    ['<h2>a</h2><H4>b</H4>', '<h3>a</h3><H4>b</H4>'],
    ['<h3>a</h3>', '<h3>a</h3>'],
    ['<hr><header>a</header>', '<hr><header>a</header>'],
  ])('keeps headings of pasted HTML below those of the page: %s', (html, demoted) => {
    expect(demoteHeadings(html)).toBe(demoted);
  });
});
