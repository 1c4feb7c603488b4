// `node scripts/brand-icons.mjs` draws the icons of site/src/brand from mark.svg again. Its results are committed.

import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const FOLDER = new URL('../site/src/brand/', import.meta.url);
const mark = readFileSync(new URL('mark.svg', FOLDER), 'utf8');
// The dark variant is for tabs only: sharp and home screens know one.
const light = mark.replace(/@media[\s\S]*?\}\}/, '');
// Launchers cut the corners themselves, and keep the inner 80 % only of a maskable icon.
const square = light.replace(' rx="9"', '');
const maskable = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace(
    '<rect class="g" width="32" height="32"',
    '<rect class="g" x="-4" y="-4" width="40" height="40"',
  );

const png = (svg, size) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

const icons = {
  'icon-192.png': await png(light, 192),
  'icon-512.png': await png(light, 512),
  'maskable-192.png': await png(maskable, 192),
  'maskable-512.png': await png(maskable, 512),
  'apple-touch-icon.png': await png(square, 180),
  'favicon.ico': ico(
    [await png(light, 16), await png(light, 32), await png(light, 48)],
    [16, 32, 48],
  ),
};
for (const [name, content] of Object.entries(icons)) writeFileSync(new URL(name, FOLDER), content);

/** An ICO file may hold PNG files as they are. */
function ico(images, sizes) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach((image, n) => {
    const at = 6 + 16 * n;
    head.writeUInt8(sizes[n], at);
    head.writeUInt8(sizes[n], at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([head, ...images]);
}
