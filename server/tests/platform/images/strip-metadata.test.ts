import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stripMetadata } from '../../../src/platform/images/strip-metadata.ts';

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

const shown = (bytes: Buffer) => sharp(bytes).rotate().raw().toBuffer();

describe.each(FORMATS)('stripMetadata of a %s', (format) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'removes place and maker, and turns the picture as before (orientation %i)',
    async (orientation) => {
      const before = await fromCamera(format, orientation);
      expect(before.includes('Secret')).toBe(true);
      const after = await stripMetadata(before);
      expect(after.includes('Secret')).toBe(false);
      const facts = await sharp(after).metadata();
      expect(facts.xmp).toBeUndefined();
      expect(facts.exif?.includes('GPS') ?? false).toBe(false);
      expect(facts.orientation ?? 1).toBe(orientation);
      expect(await shown(after)).toEqual(await shown(before));
    },
  );

  it('keeps the colour profile', async () => {
    const after = await stripMetadata(await fromCamera(format));
    expect((await sharp(after).metadata()).icc).toBeDefined();
  });

  it('changes no byte of a picture without metadata, and nothing at a second time', async () => {
    const plain = await fourColours().toFormat(format).toBuffer();
    expect(await stripMetadata(plain)).toEqual(plain);
    const once = await stripMetadata(await fromCamera(format, 6));
    expect(await stripMetadata(once)).toEqual(once);
  });

  it('drops what follows the end of the picture', async () => {
    const plain = await fourColours().toFormat(format).toBuffer();
    const after = await stripMetadata(Buffer.concat([plain, Buffer.from('SecretTrailer')]));
    expect(after).toEqual(plain);
  });
});

describe('stripMetadata', () => {
  it('keeps the scans of a progressive JPEG', async () => {
    const before = await fourColours()
      .resize(400, 300, { kernel: 'cubic' })
      .withExif({ IFD0: { Artist: 'SecretArtist' } })
      .jpeg({ progressive: true })
      .toBuffer();
    const after = await stripMetadata(before);
    expect(after.includes('Secret')).toBe(false);
    expect(await shown(after)).toEqual(await shown(before));
  });

  it('removes comments of a JPEG and texts of a PNG', async () => {
    const jpeg = await fourColours().jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), Buffer.from('Secret')]);
    const commented = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect(await stripMetadata(commented)).toEqual(jpeg);

    const png = await fourColours().png().toBuffer();
    const text = Buffer.concat([
      Buffer.from([0, 0, 0, 13]),
      Buffer.from('tEXtAuthor\0Secret'),
      Buffer.alloc(4), // nobody reads the checksum of a text
    ]);
    const texted = Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
    expect(await stripMetadata(texted)).toEqual(png);
  });

  it('encodes a picture again if its parts do not fit together', async () => {
    const before = await fromCamera('png');
    const cut = before.subarray(0, before.length - 12); // without its end
    const after = await stripMetadata(cut);
    expect(after.includes('Secret')).toBe(false);
    expect(await shown(after)).toEqual(await shown(before));
  });

  it('leaves other types alone', async () => {
    const gif = await fourColours().gif().toBuffer();
    expect(await stripMetadata(gif)).toBe(gif);
  });
});
