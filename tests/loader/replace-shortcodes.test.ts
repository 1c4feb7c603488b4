// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceShortcodes } from '../../loader/replace-shortcodes.ts';

const CODE = '[earshot type=player resource=”episode_id=1″ height=”300″]';

let found: Record<string, string>[] = [];
/** Replaces the loader: inserts an <hr> instead of a frame. */
function mount(placement: HTMLElement, get: (name: string) => string): HTMLIFrameElement[] {
  found.push({ resource: get('resource'), height: get('height') });
  const mark = document.createElement('hr');
  placement.after(mark);
  placement.hidden = true;
  return [mark as unknown as HTMLIFrameElement];
}

function replaceIn(html: string): string {
  document.body.innerHTML = html;
  replaceShortcodes(document.body, mount, warn);
  document.body.querySelectorAll('[hidden]').forEach((source) => {
    source.remove();
  });
  return document.body.innerHTML;
}

const warn = vi.fn();

beforeEach(() => {
  warn.mockClear();
  found = [];
});

describe('replaceShortcodes', () => {
  it.each([
    [`<p>${CODE}</p>`, '<p><hr></p>'],
    [`<p>a ${CODE} b</p>`, '<p>a <hr> b</p>'],
    [`<p>a ${CODE} b ${CODE} c</p>`, '<p>a <hr> b <hr> c</p>'],
    [
      '<p>a [earshot type=player<br>resource="episode_id=1"<br>\nheight=300] b</p>',
      '<p>a <hr> b</p>',
    ],
    ['<p>[earshot resource=<em>"episode_id=1"</em> height="300"] b<br>c</p>', '<p><hr> b<br>c</p>'],
    ['<p>\\[earshot resource="episode\\_id=1" height=300\\]</p>', '<p><hr></p>'],
  ])('replaces %s by a player', (html, expected) => {
    expect(replaceIn(html)).toBe(expected);
    expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"resource":"episode_id=1","height":"300"}']),
    );
  });

  it.each(['code', 'pre', 'textarea', 'kbd', 'script', 'style', 'noscript'])(
    'leaves it alone inside <%s>',
    (name) => {
      const html = `<${name}>${CODE}</${name}>`;
      expect(replaceIn(html)).toBe(html);
      expect(found).toEqual([]);
    },
  );

  it.each([
    '<p>[[earshot resource="episode_id=1"]]</p>',
    '<p>[earshot resource="episode_id=1"</p><p>]</p>',
    '<p>[earshot<br>resource="episode_id=1" <b>and</b> no end</p>',
    `<p title='${CODE}'>text</p>`,
  ])('leaves %s as it is', (html) => {
    document.body.innerHTML = html;
    const before = document.body.innerHTML;
    replaceShortcodes(document.body, mount, warn);
    expect(document.body.innerHTML).toBe(before);
  });

  it('leaves an invalid resource as text, and warns once', () => {
    document.body.innerHTML = '<p>[earshot resource="episode_id=javascript:1" src="/x"]</p>';
    const before = document.body.innerHTML;
    replaceShortcodes(document.body, mount, warn);
    replaceShortcodes(document.body, mount, warn);
    expect(document.body.innerHTML).toBe(before);
    expect(found).toEqual([]);
    expect(warn).toHaveBeenCalledExactlyOnceWith('resource', document.body.firstChild?.firstChild);
  });

  it('replaces no shortcode twice, not even in a copy of the page', () => {
    document.body.innerHTML = `<p>${CODE} and [earshot resource=<em>"episode_id=2"</em>]</p>`;
    replaceShortcodes(document.body, mount, warn);
    replaceShortcodes(document.body, mount, warn);
    document.body.innerHTML = String(document.body.innerHTML);
    replaceShortcodes(document.body, mount, warn);
    expect(found.map(({ resource }) => resource)).toEqual(['episode_id=2', 'episode_id=1']);
  });

  it('leaves a text outside of any element as it is', () => {
    const text = document.createTextNode(CODE);
    expect(replaceShortcodes(text, mount, warn)).toEqual([]);
    expect(text.data).toBe(CODE);
  });

  it('keeps the text node that a framework may own', () => {
    document.body.innerHTML = `<p>${CODE}</p>`;
    const text = document.querySelector('p')?.firstChild;
    replaceShortcodes(document.body, mount, warn);
    expect(text?.parentNode).toBe(document.querySelector('p'));
  });
});
