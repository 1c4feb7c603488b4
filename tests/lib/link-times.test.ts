import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTimes } from '../../src/lib/link-times.ts';

const linked = (html: string, duration = 3_600) =>
  linkTimes(html, { duration, href: (seconds) => `?t=${seconds}` });
/** The seconds of all links. */
const seconds = (html: string, duration?: number) =>
  [...linked(html, duration).matchAll(/data-seek="(\d+)"/g)].map(([, second]) => Number(second));

describe('linkTimes', () => {
  it('makes a link that works without JavaScript too', () => {
    expect(linked('<p>03:15 Intro</p>')).toBe(
      '<p><a href="?t=195" data-seek="195">03:15</a> Intro</p>',
    );
  });

  it.each([
    ['<li>00:12:40 - Rooms</li>', [760]],
    ['<p>(03:15) Rooms</p>', [195]],
    ['<p>We talk about rooms (00:12:40) and bells [13:00].</p>', [760, 780]],
    ['<p>1h 2m Rooms<br />12m40s Bells</p>', [3720, 760]],
    ['<p>75:30 The end</p>', [4530]],
    ['<p>• 0:00 Hello\n• 1:30 Rooms</p>', [0, 90]],
    ['<p><strong>3:16</strong> Rooms</p>', [196]],
    ['<p>Rooms – 12:40</p>', [760]],
    ['<p>Part one 1:05 - Rooms</p>', [65]],
    ['<p>【05:00】音</p>', [300]],
  ])('finds the times of %s', (html, times) => {
    expect(seconds(html, 7_200)).toEqual(times);
  });

  it.each([
    '<p>As it is written in John 3:16 and Genesis 1:1, so be it.</p>',
    '<p>Published 2024-03-15 03.15, for $3:15</p>',
    '<p>Every Sunday at 10:30 am</p>',
    '<p>10:30 PM: live</p>',
    '<p>(18:00 Uhr)</p>',
    '<p>(9:30 – 10:45 pm)</p>',
    '<p>They won 12:40 against us.</p>',
    '<p>1:2:3, 12:345, 12:4, 3:99</p>',
    '<p><a href="https://a.test/?t=1">03:15</a> <code>03:15</code></p>',
    '<pre>03:15 x</pre>',
    '<p>a ratio of 16:9</p>',
    '<p>Fri, 19 Feb 2021 19:23</p>',
    '<p>Length: 56:12</p>',
    '<p title="03:15">x</p>',
  ])('leaves %s as it is', (html) => {
    expect(linked(html)).toBe(html);
  });

  it('leaves times beyond the end, if the length is known', () => {
    expect(seconds('<p>45:00 x</p>', 1_800)).toEqual([]);
    expect(seconds('<p>45:00 x</p>', 0)).toEqual([2_700]);
  });

  it('escapes the address', () => {
    const href = (second: number) => `https://a.test/?key="1"&t=${second}`;
    expect(linkTimes('1:00', { duration: 0, href })).toContain('?key=&quot;1&quot;&amp;t=60"');
  });

  it('changes nothing but times', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<p>', '</p>', '<br />', '1:30', ' ', 'a', '(', '\n', '<b>')),
        (parts) => {
          const html = parts.join('');
          const links = /<a href="\?t=\d+" data-seek="\d+">([^<]*)<\/a>/g;
          expect(linked(html).replace(links, '$1')).toBe(html);
        },
      ),
    );
  });
});
