import { describe, expect, it } from 'vitest';
import { escapeHtml, inlineJson } from '../../src/contract/html.ts';

describe('escapeHtml', () => {
  it('escapes every character that ends a text or an attribute in double quotes', () => {
    expect(escapeHtml(`<b title="a">R&D's</b>`)).toBe(
      "&lt;b title=&quot;a&quot;&gt;R&amp;D's&lt;/b&gt;",
    );
  });
});

describe('inlineJson', () => {
  it('cannot end its script element, and reads back the same', () => {
    const value = { text: '</script><!--' };
    expect(inlineJson(value)).not.toContain('<');
    expect(JSON.parse(inlineJson(value))).toEqual(value);
  });
});
