import { escapeText } from '../xml/escape-xml.ts';

/** The content of a generated cover. */
export interface CoverDesign {
  seed: number;
  /** One or two initials, or an empty text. */
  letters: string;
}

/** Calm, warm colours. The ink contrasts at least 4.5:1 with the ground and with both tones of the pattern. */
export const PALETTES = [
  { ground: '#1f4e4a', tones: ['#265c56', '#2e6b63'], ink: '#f7efe2' }, // pine
  { ground: '#7a2f22', tones: ['#87392a', '#934433'], ink: '#fbeee3' }, // brick
  { ground: '#efd9b4', tones: ['#f5e4c6', '#e6c995'], ink: '#46301a' }, // sand
  { ground: '#2b3a55', tones: ['#34466a', '#3f537b'], ink: '#f3ece0' }, // dusk
  { ground: '#f0c4a8', tones: ['#f6d3bd', '#e8b090'], ink: '#5a2415' }, // apricot
  { ground: '#4a2c4d', tones: ['#57365a', '#654268'], ink: '#f8ecec' }, // plum
  { ground: '#cfd8c0', tones: ['#dce3d0', '#bccaa8'], ink: '#2a3b22' }, // sage
  { ground: '#5a3d1e', tones: ['#684825', '#76542e'], ink: '#fbf0dc' }, // walnut
  { ground: '#e9c46a', tones: ['#efd184', '#e0b54f'], ink: '#43300a' }, // honey
  { ground: '#c9d6dd', tones: ['#d8e2e7', '#b4c6d0'], ink: '#1f3440' }, // mist
  { ground: '#e3bfc0', tones: ['#ecd0d0', '#d6a8aa'], ink: '#521f29' }, // rose
  { ground: '#33402a', tones: ['#3f4e34', '#4b5c3e'], ink: '#f4efdd' }, // moss
] as const;

type Tones = readonly [string, string];
type Draw = (tones: Tones, random: () => number) => string;

const SIDE = 512;

/**
 * Draws the cover of a show without one, as an SVG of this many pixels. The same design always gives the same
 * drawing.
 */
export function drawCover({ seed, letters }: CoverDesign, size: number = SIDE): string {
  const { ground, tones, ink } = PALETTES[seed % PALETTES.length] ?? PALETTES[0];
  const draw = PATTERNS[Math.floor(seed / PALETTES.length) % PATTERNS.length] ?? rings;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${ground}"/>` +
    draw(tones, randomFrom(seed)) +
    textOf(letters, ink) +
    '</svg>'
  );
}

const FONTS =
  "'Inter Variable',Inter,system-ui,'Segoe UI','Helvetica Neue','Noto Sans','DejaVu Sans',sans-serif";

function textOf(letters: string, ink: string): string {
  if (letters === '') return '';
  const size = [...letters].length > 1 ? 200 : 240;
  return (
    `<text x="256" y="256" dy=".35em" fill="${ink}" font-family="${FONTS}" font-size="${size}" ` +
    `font-weight="600" letter-spacing="-4" text-anchor="middle">${escapeText(letters)}</text>`
  );
}

/** Rings around a point near a corner, like waves of sound. */
const rings: Draw = (tones, random) => {
  const [x, y] = cornerOf(random);
  return range(7)
    .map((n) => circle(x, y, 620 - n * 84, n % 2 === 0 ? tones[0] : tones[1]))
    .join('');
};

/** Hills, one behind the other. */
const hills: Draw = (tones, random) =>
  [0, 1, 2]
    .map((n) => {
      const [left, right] = [250 + n * 80 + random() * 70, 230 + n * 80 + random() * 70];
      const bend = 120 * (random() > 0.5 ? 1 : -1);
      const path = `M0 ${round(left)}C170 ${round(left - bend)} 340 ${round(right + bend)} 512 ${round(right)}V512H0z`;
      return `<path d="${path}" fill="${tones[n % 2] ?? tones[0]}" opacity="${n === 0 ? 0.7 : 1}"/>`;
    })
    .join('');

/** Quarters of circles on a grid. */
const tiles: Draw = (tones, random) =>
  range(16)
    .map((n) => {
      const [x, y] = [(n % 4) * 128, Math.floor(n / 4) * 128];
      const tone = random() > 0.5 ? tones[0] : tones[1];
      const turn = Math.floor(random() * 4) * 90;
      const path = 'M-64-64h128a128 128 0 0 1-128 128z';
      return `<path d="${path}" transform="translate(${x + 64} ${y + 64}) rotate(${turn})" fill="${tone}"/>`;
    })
    .join('');

/** Bands from one side to the other. */
const bands: Draw = (tones, random) => {
  const turn = [-35, 35, 55, -55][Math.floor(random() * 4)] ?? 35;
  const stripes = range(6).map((n) => {
    const width = 36 + Math.round(random() * 48);
    return `<rect x="-200" y="${-160 + n * 150}" width="912" height="${width}" fill="${tones[n % 2] ?? tones[0]}"/>`;
  });
  return `<g transform="rotate(${turn} 256 256)">${stripes.join('')}</g>`;
};

/** A sun above a horizon. */
const sun: Draw = (tones, random) => {
  const x = round(150 + random() * 212);
  return (
    circle(x, 250, 210, tones[0]) +
    circle(x, 250, 140, tones[1]) +
    `<path d="M0 372h512v140H0z" fill="${tones[1]}"/><path d="M0 430h512v82H0z" fill="${tones[0]}"/>`
  );
};

/** Bars of a level meter. */
const bars: Draw = (tones, random) =>
  range(9)
    .map((n) => {
      const height = round(
        120 + 340 * Math.sin(((n + 1) / 10) * Math.PI) * (0.45 + 0.55 * random()),
      );
      const tone = n % 2 === 0 ? tones[0] : tones[1];
      return `<rect x="${22 + n * 53}" y="${round(256 - height / 2)}" width="40" height="${height}" rx="20" fill="${tone}"/>`;
    })
    .join('');

/** Three overlapping discs. */
const discs: Draw = (tones, random) => {
  const turn = random() * Math.PI * 2;
  return [0, 1, 2]
    .map((n) => {
      const angle = turn + (n * 2 * Math.PI) / 3;
      const [x, y] = [256 + Math.cos(angle) * 130, 256 + Math.sin(angle) * 130];
      return circle(round(x), round(y), 190 - n * 12, tones[n % 2] ?? tones[0], 0.85);
    })
    .join('');
};

const PATTERNS: readonly Draw[] = [rings, hills, tiles, bands, sun, bars, discs];

function cornerOf(random: () => number): [number, number] {
  const [isRight, isLow] = [random() > 0.5, random() > 0.5];
  return [
    isRight ? 512 - random() * 90 : random() * 90,
    isLow ? 512 - random() * 90 : random() * 90,
  ].map(round) as [number, number];
}

function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  const veil = opacity === 1 ? '' : ` opacity="${opacity}"`;
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${veil}/>`;
}

const range = (length: number) => Array.from({ length }, (_, n) => n);
const round = (value: number) => Math.round(value * 10) / 10;

/** Mulberry32: numbers from 0 to 1 that the seed determines. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
