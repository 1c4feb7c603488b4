import { describe, expect, it } from 'vitest';
import { escapeHtml, htmlText, inlineJson } from '../../src/contract/html.ts';

describe('escapeHtml', () => {
  it('escapes every character that ends a text or an attribute in double quotes', () => {
    expect(escapeHtml(`<b title="a">R&D's</b>`)).toBe(
      "&lt;b title=&quot;a&quot;&gt;R&amp;D's&lt;/b&gt;",
    );
  });
});

describe('htmlText', () => {
  it('reads the text between tags, and each entity once', () => {
    expect(htmlText('<p>One &amp; <b>two</b></p>\n<p>&amp;lt;three&gt;</p>')).toBe(
      'One & two &lt;three>',
    );
  });

  it('adds no space after a link or a bold word, and one after a line', () => {
    expect(
      htmlText('<p>In the <a href="/x">pump <b>room</b></a>.<br />Next</p><ul><li>x</li></ul>'),
    ).toBe('In the pump room. Next x');
  });
});

describe('inlineJson', () => {
  it('cannot end its script element, and reads back the same', () => {
    const value = { text: '</script><!--' };
    expect(inlineJson(value)).not.toContain('<');
    expect(JSON.parse(inlineJson(value))).toEqual(value);
  });
});
