// Sheets of many pictures, so that a person can look at all of them.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const sharp = createRequire(new URL('../../server/package.json', import.meta.url))('sharp');
const SHEET = 1600; // px, width and greatest height
const GAP = 16;
const GROUND = '#8a8a8a';
/** Pictures wider or taller than this are made smaller. */
const GREATEST = { embed: { width: 720, height: 600 }, other: { width: 520, height: 900 } };

/** Writes `<surface>-<theme>-<number>.png`, filled from the top left in the order of the names. */
export async function writeSheets(pictures, folder) {
  mkdirSync(folder, { recursive: true });
  const groups = {};
  for (const picture of pictures.filter(({ file }) => file)) {
    const group = `${picture.surface}-${picture.theme}`;
    groups[group] = [...(groups[group] ?? []), picture];
  }
  for (const [group, members] of Object.entries(groups)) {
    const sheets = arrange(members.map(shrink));
    for (const [index, sheet] of sheets.entries()) {
      await write(sheet, join(folder, `${group}-${String(index + 1).padStart(2, '0')}.png`));
    }
  }
}

function shrink({ surface, file, width, height }) {
  const greatest = GREATEST[surface] ?? GREATEST.other;
  const scale = Math.min(1, greatest.width / width, greatest.height / height);
  return { file, width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Rows from left to right; a new sheet begins if a row does not fit below. */
function arrange(pictures) {
  const sheets = [[]];
  let left = GAP;
  let top = GAP;
  let rowHeight = 0;
  for (const { file, width, height } of pictures) {
    if (left + width + GAP > SHEET) {
      left = GAP;
      top += rowHeight + GAP;
      rowHeight = 0;
    }
    if (top + height + GAP > SHEET && top > GAP) {
      sheets.push([]);
      top = GAP;
      left = GAP;
      rowHeight = 0;
    }
    sheets.at(-1).push({ file, width, height, left, top });
    left += width + GAP;
    rowHeight = Math.max(rowHeight, height);
  }
  return sheets;
}

async function write(sheet, path) {
  const height = Math.max(...sheet.map((each) => each.top + each.height)) + GAP;
  const layers = await Promise.all(
    sheet.map(async ({ file, width, height, left, top }) => ({
      input: await sharp(file).resize(width, height).toBuffer(),
      left,
      top,
    })),
  );
  await sharp({ create: { width: SHEET, height, channels: 3, background: GROUND } })
    .composite(layers)
    .png()
    .toFile(path);
}
