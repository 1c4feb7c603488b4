import { type Check, type Cover, error, warning } from './episode-facts.ts';

// The minimum square of Apple Podcasts.
const PIXELS_MIN = 1_400;
const PIXELS_MAX = 3_000;
const LIMITS = { min: PIXELS_MIN, max: PIXELS_MAX };

type SizedId = 'cover-too-small' | 'cover-too-large' | 'cover-not-square';

export const noCover: Check = ({ cover }) =>
  cover === null ? error('cover-missing', { field: 'show/image', values: LIMITS }) : null;

const sized =
  (id: SizedId, report: typeof error, isWrong: (...size: Size) => boolean): Check =>
  ({ cover }) => {
    const size = cover && sizeOf(cover);
    if (!size || !isWrong(...size)) return null;
    const [width, height] = size;
    const values = { ...LIMITS, width, height };
    return cover.of === 'show'
      ? report(id, { field: 'show/image', words: `${id}-show`, values })
      : report(id, { field: 'image', values });
  };

export const smallCover = sized(
  'cover-too-small',
  error,
  (...size) => Math.min(...size) < PIXELS_MIN,
);
export const largeCover = sized(
  'cover-too-large',
  warning,
  (...size) => Math.max(...size) > PIXELS_MAX,
);
export const oblongCover = sized('cover-not-square', warning, (width, height) => width !== height);

type Size = [width: number, height: number];

function sizeOf({ width, height }: Cover): Size | null {
  return width === null || height === null ? null : [width, height];
}
