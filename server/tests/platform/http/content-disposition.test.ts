import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from '../../../src/platform/http/content-disposition.ts';

describe('attachment', () => {
  it.each([
    [
      'On Air - One',
      `attachment; filename="On Air - One.mp3"; filename*=UTF-8''On%20Air%20-%20One.mp3`,
    ],
    ['Perché no?', `attachment; filename="Perche no.mp3"; filename*=UTF-8''Perch%C3%A9%20no.mp3`],
    ['AC/DC "live"', `attachment; filename="AC DC live.mp3"; filename*=UTF-8''AC%20DC%20live.mp3`],
    [
      "it's (50%)*",
      `attachment; filename="it's (50_).mp3"; filename*=UTF-8''it%27s%20%2850%25%29.mp3`,
    ],
    ['番組', `attachment; filename="__.mp3"; filename*=UTF-8''%E7%95%AA%E7%B5%84.mp3`],
    // A name of marks alone has no letters left in ASCII; the others turn into slashes and dots there.
    ['\u{11630}', `attachment; filename="audio.mp3"; filename*=UTF-8''%F0%91%98%B0.mp3`],
    ['\u2100', `attachment; filename="a c.mp3"; filename*=UTF-8''%E2%84%80.mp3`],
    ['\u2026 on', `attachment; filename="on.mp3"; filename*=UTF-8''%E2%80%A6%20on.mp3`],
    ['../..', `attachment; filename="audio.mp3"; filename*=UTF-8''audio.mp3`],
    ['', `attachment; filename="audio.mp3"; filename*=UTF-8''audio.mp3`],
  ])('names the file after %s', (name, header) => {
    expect(attachment(name, 'mp3')).toBe(header);
  });

  it('is a safe header for every name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const header = attachment(name, 'mp3');
        expect(header).toMatch(
          /^attachment; filename="[\x20-\x7e]+\.mp3"; filename\*=UTF-8''[\w.!~%-]+$/,
        );
        const [, plain = ''] = /filename="(.*)";/.exec(header) ?? [];
        expect(plain).not.toMatch(/["\\/%]/);
        const encoded = decodeURIComponent(header.split("UTF-8''")[1] ?? '');
        expect(encoded).not.toMatch(/[\p{Cc}/\\]|^\./u);
        expect(Array.from(encoded).length).toBeLessThanOrEqual(154);
      }),
    );
  });
});
