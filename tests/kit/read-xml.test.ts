import { describe, expect, it } from 'vitest';
import { readImage } from '../../kit/feed/image-size.ts';
import { childOf, readXml, textIn } from '../../kit/feed/read-xml.ts';

const XMLNS = 'xmlns:p="https://podcastindex.org/namespace/1.0"';

describe('readXml', () => {
  it('names elements by their namespace, whatever their prefix', () => {
    const { root, problem } = readXml(`<rss ${XMLNS}><p:guid> a </p:guid></rss>`);
    expect([problem, textIn(root, 'podcast:guid')]).toEqual(['', 'a']);
  });

  it('joins text and CDATA', () => {
    expect(childOf(readXml('<a><b>1 <![CDATA[<2>]]></b></a>').root, 'b')?.text).toBe('1 <2>');
  });

  it.each([
    ['<a>salt & pepper</a>', 'entity'],
    ['<a><b></a>', 'Unexpected close tag'],
    ['<a>', 'Unclosed root tag'],
    ['<a b=c/>', 'Unquoted attribute'],
    ['<podcast:guid/>', 'Unbound namespace prefix'],
    ['<a>\u0001</a>', 'U+0001'],
    ['', 'There is no element'],
    ['plain text', 'Non-whitespace before first tag'],
  ])('says why %s is not well-formed', (text, problem) => {
    expect(readXml(text).problem).toContain(problem);
  });

  it('reads long comments, attributes and texts', () => {
    const long = 'long '.repeat(100_000);
    const { root, problem } = readXml(`<a b="${long}"><!-- ${long} --><c>${long}</c></a>`);
    expect([problem, textIn(root, 'c')?.length]).toEqual(['', long.length - 1]);
  });

  it('reads 5,000 episodes', () => {
    const item = '<item><title>A</title></item>';
    const { root } = readXml(`<rss><channel>${item.repeat(5_000)}</channel></rss>`);
    expect(childOf(root, 'channel')?.children).toHaveLength(5_000);
  });
});

describe('readImage', () => {
  it('reads the size of a JPEG behind other segments, and refuses the rest', () => {
    const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0x05, 0x78, 0x0b, 0xb8, 1, 0, 0, 0]);
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), frame]);
    expect(readImage(jpeg)).toEqual({ type: 'image/jpeg', height: 1400, width: 3000 });
    expect(readImage(Buffer.from('GIF89a'))).toBeNull();
    expect(readImage(Buffer.alloc(0))).toBeNull();
  });
});
