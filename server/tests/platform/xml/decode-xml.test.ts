import { describe, expect, it } from 'vitest';
import { decodeXml } from '../../../src/platform/xml/decode-xml.ts';

const feed = (encoding: string, text: string | number[]) =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><title>`),
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text),
  ]);

describe('decodeXml', () => {
  it.each(['windows-1252', 'ISO-8859-1', 'latin1', 'us-ascii', 'cp1252'])(
    'reads the characters between 0x80 and 0x9f of %s',
    (encoding) => {
      const bytes = [0x80, 0x85, 0x8a, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x9c, 0x9f, 0xe9];
      expect(decodeXml(feed(encoding, bytes))).toMatch(/>€…Š‘’“”–—™œŸé$/);
    },
  );

  it('leaves no control characters for bytes without a character', () => {
    const bytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
    expect(decodeXml(feed('windows-1252', bytes))).not.toMatch(/[\u0080-\u009f]/);
  });

  it('reads text that only claims to be UTF-8 as windows-1252', () => {
    expect(decodeXml(feed('utf-8', [0x93, 0xe9, 0x94]))).toMatch(/>“é”$/);
  });

  it('uses the content type if the text declares no encoding', () => {
    const bytes = Buffer.from([0x3c, 0x61, 0x3e, 0xe0, 0x92]);
    expect(decodeXml(bytes, 'text/xml; charset=ISO-8859-1')).toBe('<a>à’');
  });

  it.each(['utf-16', 'UTF-16LE', 'ucs-2'])(
    'reads UTF-8 that claims to be %s, as programs write it that convert a text afterwards',
    (encoding) => {
      for (const end of ['ü', 'ü '])
        expect(decodeXml(feed(encoding, end), 'text/xml')).toMatch(/<title>ü ?$/);
    },
  );

  it('reads UTF-16 without a byte-order mark', () => {
    const text = '<?xml version="1.0" encoding="utf-16"?><title>ü😀';
    const little = Buffer.from(text, 'utf16le');
    expect(decodeXml(little)).toBe(text);
    expect(decodeXml(Buffer.from(little).swap16())).toBe(text);
  });
});
