import { NO_LETTERS } from 'earshot/internal';
import { type CoverDesign, drawCover } from '../../platform/images/draw-cover.ts';
import { loadSharp } from '../../platform/images/load-sharp.ts';
import { inPictureTurn } from '../../platform/images/picture-turns.ts';

const SEED_MAX = 0xffff_ffff;
const LETTERS_MAX = 2;

/** The design in an address. Null if the address is not one of a cover. */
export function readDesign(seed: string, letters: string): CoverDesign | null {
  if (!/^(0|[1-9]\d{0,9})$/.test(seed) || Number(seed) > SEED_MAX) return null;
  const shown = letters === NO_LETTERS ? '' : letters;
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(shown);
  return [...segments].length <= LETTERS_MAX ? { seed: Number(seed), letters: shown } : null;
}

export type CoverFormat = 'png' | 'jpg';

/** Letters that every font has. A host without fonts for other letters would draw boxes with numbers. */
const COMMON_LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]*$/u;

/** The cover as pixels, for programs that do not support SVG. */
export async function paintCover(
  { seed, letters }: CoverDesign,
  size: number,
  format: CoverFormat,
): Promise<Buffer> {
  const shown = COMMON_LETTERS.test(letters) ? letters : '';
  const sharp = await loadSharp();
  const image = sharp(Buffer.from(drawCover({ seed, letters: shown }, size)));
  return inPictureTurn(() =>
    format === 'png'
      ? image.png({ palette: true, quality: 90 }).toBuffer()
      : image.jpeg({ quality: 88, mozjpeg: true }).toBuffer(),
  );
}
