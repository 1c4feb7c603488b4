import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanPicture } from '../../../src/platform/images/clean-picture.ts';

const FORMATS = ['jpeg', 'png', 'webp'] as const;
type Format = (typeof FORMATS)[number];

const XMP =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="SecretArtist"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>';

/** A picture of four colours: every way to turn it looks different. */
function fourColours() {
  const pixels = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 255, 255, 9, 9, 9]);
  const raw = { width: 3, height: 2, channels: 3 } as const;
  return sharp(pixels, { raw }).resize(60, 40, { kernel: 'nearest' });
}

/** The same as a camera writes it, with the place where it was taken. */
function fromCamera(format: Format, orientation = 1): Promise<Buffer> {
  return fourColours()
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Artist: 'SecretArtist', Orientation: String(orientation) },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 53/1 30/1', GPSMapDatum: 'SecretPlace' },
    })
    .withXmp(XMP)
    .withIccProfile('p3')
    .toFormat(format, { quality: 100 })
    .toBuffer();
}

const shown = (bytes: Buffer) =>
  sharp(bytes).autoOrient().toColourspace('srgb').removeAlpha().raw().toBuffer();

/** The mean difference of the pixels. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([shown(one), shown(other)]);
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

const LOSSY = 3; // of 255

describe.each(FORMATS)('cleanPicture of a %s', (format) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'removes place, maker and profile, and looks the same (orientation %i)',
    async (orientation) => {
      const before = await fromCamera(format, orientation);
      expect(before.includes('Secret')).toBe(true);
      const { bytes, width, height } = await cleanPicture(before);
      expect(bytes.includes('Secret')).toBe(false);
      expect([width, height]).toEqual(orientation >= 5 ? [40, 60] : [60, 40]);
      const { xmp, exif, icc, space, orientation: turned = 1 } = await sharp(bytes).metadata();
      expect({ xmp, exif, icc, space, turned }).toEqual({ space: 'srgb', turned: 1 });
      expect(await difference(bytes, before)).toBeLessThanOrEqual(LOSSY);
    },
  );

  it('changes nothing at a second time', async () => {
    const once = await cleanPicture(await fromCamera(format, 6));
    expect((await cleanPicture(once.bytes)).bytes).toEqual(once.bytes);
  });

  it('drops what follows the end of the picture', async () => {
    const plain = await fourColours().toFormat(format).toBuffer();
    const { bytes } = await cleanPicture(Buffer.concat([plain, Buffer.from('SecretTrailer')]));
    expect(bytes.includes('Secret')).toBe(false);
  });
});

describe('cleanPicture', () => {
  it('keeps a JPEG that holds nothing but its picture', async () => {
    const plain = await fourColours().jpeg({ quality: 30, progressive: true }).toBuffer();
    expect((await cleanPicture(plain)).bytes).toEqual(plain);
  });

  it('keeps a PNG that holds nothing but its picture, with its palette', async () => {
    const picture = await fourColours().png({ palette: true }).toBuffer();
    expect((await cleanPicture(picture)).bytes.equals(picture)).toBe(true);
    const text = await fourColours().withMetadata().png({ palette: true }).toBuffer();
    expect((await cleanPicture(text)).bytes.equals(text)).toBe(false);
    const longer = Buffer.concat([picture, Buffer.from('a secret')]);
    expect((await cleanPicture(longer)).bytes.includes('secret')).toBe(false);
  });

  it('removes comments of a JPEG', async () => {
    const jpeg = await fourColours().jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), Buffer.from('Secret')]);
    const commented = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect((await cleanPicture(commented)).bytes.includes('Secret')).toBe(false);
  });

  it('makes RGB of CMYK', async () => {
    const cmyk = await fourColours().toColourspace('cmyk').jpeg().toBuffer();
    const { bytes } = await cleanPicture(cmyk);
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  });

  it('takes the first frame of an animation', async () => {
    const frames = [
      await fourColours().png().toBuffer(),
      await fourColours().negate().png().toBuffer(),
    ];
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      const { bytes, width, height } = await cleanPicture(moving);
      expect([width, height]).toEqual([60, 40]);
      expect(await difference(bytes, frames[0] as Buffer)).toBeLessThanOrEqual(10);
    }
  });

  it('keeps what is transparent', async () => {
    const clear = await fourColours().ensureAlpha(0.5).webp().toBuffer();
    const { bytes, mime_type } = await cleanPicture(clear);
    expect(mime_type).toBe('image/png');
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });

  it.each([
    ['hello', 'The picture must be a JPEG, PNG, WebP, GIF or AVIF file'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'must be a JPEG'],
    ['\xff\xd8\xffhello', 'is damaged'],
  ])('refuses %j in words', async (text, words) => {
    const refusal = cleanPicture(Buffer.from(text, 'latin1')).catch((error) =>
      error.messages.join(),
    );
    expect(await refusal).toContain(words);
  });
});
