/** The first bytes of raster formats, as hex. Other decoders, such as that of SVG, may load further files. */
const RASTER = [
  /^ffd8ff/, // JPEG
  /^89504e470d0a1a0a/, // PNG
  /^47494638/, // GIF
  /^52494646.{8}57454250/, // WebP
  /^.{8}66747970617669(66|73)/, // AVIF
];

export const isRaster = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return RASTER.some((pattern) => pattern.test(start));
};
