const LIGHT_SURFACE = 1; // relative luminance of white
const DARK_SURFACE = 0.012; // of the dark theme's surface
const MIN_CONTRAST = 4.5; // WCAG 2.2, 1.4.3: the accent colours text too
const BLACK_READS_BETTER_ABOVE = 0.179; // luminance at which black and white contrast alike

/** Custom properties for the chosen accent colour, adjusted until its contrast is readable. */
export function accentStyle(
  color: string | undefined,
  theme: 'light' | 'dark' | undefined,
): Record<string, string> | undefined {
  const rgb = color && parseHex(color);
  if (!rgb) return undefined;
  const light = accentOn(rgb, LIGHT_SURFACE);
  const dark = accentOn(rgb, DARK_SURFACE);
  if (theme) return theme === 'dark' ? dark : light;
  // Without a theme the system's colour scheme applies, and it may change while the page is open.
  const either = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  return { '--es-accent': either('--es-accent'), '--es-on-accent': either('--es-on-accent') };
}

function accentOn(rgb: Rgb, surface: number) {
  const readable = towardsContrast(rgb, surface);
  const onAccent = luminance(readable) > BLACK_READS_BETTER_ABOVE ? '#111' : '#fff';
  return { '--es-accent': `rgb(${readable.join(' ')})`, '--es-on-accent': onAccent };
}

type Rgb = readonly [number, number, number];

function parseHex(color: string): Rgb | null {
  const digits = color.replace('#', '');
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  if (!/^[\da-f]{6}$/i.test(full)) return null;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
}

/** WCAG 2.2, relative luminance. */
function luminance([r, g, b]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Darkens on a light surface, lightens on a dark one, until the contrast suffices. */
function towardsContrast(rgb: Rgb, surface: number): Rgb {
  const end = surface > 0.5 ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = rgb.map((value) => Math.round(value + (end - value) * share)) as unknown as Rgb;
    if (contrast(luminance(mixed), surface) >= MIN_CONTRAST) return mixed;
  }
  return [end, end, end];
}
