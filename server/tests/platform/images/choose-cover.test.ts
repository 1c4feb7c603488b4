import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseCover } from '../../../src/platform/images/choose-cover.ts';

const draw = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#36c' } });
const picture = async (side: number, type?: string) => ({
  format: 'image/png',
  data: new Uint8Array(await draw(side).png().toBuffer()),
  ...(type && { type }),
});

describe('chooseCover', () => {
  it('prefers the front cover, then the largest', async () => {
    const icon = await picture(32, "32x32 pixels 'file icon' (PNG only)");
    const front = await picture(200, 'Cover (front)');
    const large = await picture(600, 'Artist/performer');
    expect(await chooseCover([icon, front, large])).toBe(front.data);
    expect(await chooseCover([icon, large])).toBe(large.data);
    expect(await chooseCover([await picture(10), large])).toBe(large.data);
  });

  it('skips broken pictures, links and other bytes', async () => {
    const front = await picture(400, 'Cover (front)');
    const cut = { ...front, data: front.data.subarray(0, 200) };
    const link = { ...front, data: new TextEncoder().encode('https://e.test/c.jpg') };
    const other = await picture(50, 'Other');
    expect(await chooseCover([cut, link, other])).toBe(other.data);
    expect(await chooseCover([cut, link])).toBeNull();
    expect(await chooseCover([])).toBeNull();
  });
});
