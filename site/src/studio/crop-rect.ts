/** The crop of a picture to a square. */
export interface Crop {
  /** From 1, the largest square, to 4. */
  zoom: number;
  /** The position of the square in the free range, from 0 (left, top) to 1 (right, bottom). */
  x: number;
  y: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const ZOOM_MAX = 4;

interface Size {
  width: number;
  height: number;
}

/** The square in pixels of the picture. */
export function cropRect({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}

/** The crop after the picture was dragged by so many sides of the square. */
export function dragCrop(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = cropRect(size, crop);
  const move = (place: number, length: number, moved: number) =>
    length - side < 1 ? place : clamp(place - (moved * side) / (length - side));
  return { ...crop, x: move(crop.x, size.width, by.x), y: move(crop.y, size.height, by.y) };
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
