import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../src/platform/text/plain-line.ts';

describe('plainLine', () => {
  it.each([
    ['#056 Lesen &amp; Schreiben', '#056 Lesen & Schreiben'],
    ['Jahresr&uuml;ckblick &#8211; Teil&nbsp;1', 'Jahresrückblick – Teil 1'],
    ['Ni&ntilde;os &quot;hoy&quot; &#x2764;', 'Niños "hoy" ❤'],
    ['Tom &amp;amp; Jerry', 'Tom & Jerry'],
    ['It&amp;#8217;s &#39;here&#39;', "It’s 'here'"],
    ['<![CDATA[R&amp;D]]>', 'R&D'],
    ['&lt;![CDATA[R&amp;D]]&gt;', 'R&D'],
    ['I &lt;3 radio', 'I <3 radio'],
    ['if a &lt; b then c &gt; d', 'if a < b then c > d'],
    ['&#146;quoted&#148;', '’quoted”'],
    [' a&#10;b&#0;c ', 'a b\ufffdc'],
  ])('decodes %s', (text, plain) => {
    expect(plainLine(text)).toBe(plain);
  });

  it.each([
    'AT&T, R&D <3',
    'Using &lt;br&gt;',
    'Q&A: &lt;!-- comments --&gt;',
    'Fish & chips; 5 &lt 6',
    '&unknown; &T;',
  ])('leaves %s', (text) => {
    expect(plainLine(text)).toBe(text);
  });
});
