import { type Check, type Cover, error, warning } from './facts.ts';

// The minimum square of Apple Podcasts.
const PIXELS_MIN = 1_400;
const PIXELS_MAX = 3_000;
const SIZE = `${PIXELS_MIN} to ${PIXELS_MAX} pixels wide and high`;

const fieldOf = ({ of }: Cover) => (of === 'show' ? 'show/image' : 'image');
const nameOf = ({ of }: Cover) => (of === 'show' ? 'The cover of the show' : 'The cover');

export const noCover: Check = ({ cover }) =>
  cover === null
    ? error('cover-missing', {
        text: `Neither the episode nor its show has a cover. Give the show a square picture, ${SIZE}.`,
        field: 'show/image',
      })
    : null;

export const smallCover: Check = ({ cover }) => {
  const size = cover && sizeOf(cover);
  if (!size || Math.min(...size) >= PIXELS_MIN) return null;
  return error('cover-too-small', {
    text: `${nameOf(cover)} has ${size.join(' x ')} pixels, which Apple Podcasts refuses. Send one that is ${SIZE}.`,
    field: fieldOf(cover),
  });
};

export const largeCover: Check = ({ cover }) => {
  const size = cover && sizeOf(cover);
  if (!size || Math.max(...size) <= PIXELS_MAX) return null;
  return warning('cover-too-large', {
    text: `${nameOf(cover)} has ${size.join(' x ')} pixels, which is too many for Apple Podcasts. Send one that is ${SIZE}.`,
    field: fieldOf(cover),
  });
};

export const oblongCover: Check = ({ cover }) => {
  const size = cover && sizeOf(cover);
  if (!size || size[0] === size[1]) return null;
  return warning('cover-not-square', {
    text: `${nameOf(cover)} has ${size.join(' x ')} pixels, so that apps cut it or leave bars. Send a square one.`,
    field: fieldOf(cover),
  });
};

function sizeOf({ width, height }: Cover): [width: number, height: number] | null {
  return width === null || height === null ? null : [width, height];
}
