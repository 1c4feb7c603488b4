const LIGHT_GROUND: Rgb = [251, 250, 248]; // `--es-ground`, the darker ground of light pages
const DARK_GROUND: Rgb = [42, 40, 38]; // `--es-raised`, the lightest ground of dark pages
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const TEXT_CONTRAST = 4.5; // WCAG 2.2, 1.4.3
const RAIL_CONTRAST = 3; // WCAG 2.2, 1.4.11
const SEEN_CONTRAST = 1.5; // below, a button without a ring is hard to distinguish from the background

export type AccentTheme = 'light' | 'dark' | undefined;

/**
 * Custom properties for a colour that an author chose. Fills keep the colour and get a dark or a light glyph; texts
 * and rails are darkened or lightened until they are readable.
 */
export function accentStyle(
  color: string | null | undefined,
  theme: AccentTheme,
): Record<string, string> | undefined {
  const rgb = color ? parseHex(color) : null;
  return rgb ? inTheme(theme, (ground) => rolesOf(rgb, ground)) : undefined;
}

/** The same for the accent of a picture, which may become a darker or a lighter fill. */
export function artworkStyle(
  color: string | null | undefined,
  theme: AccentTheme,
): Record<string, string> | undefined {
  const rgb = color ? parseHex(color) : null;
  if (!rgb) return undefined;
  return inTheme(theme, (ground) => rolesOf(towards(ground, rgb, RAIL_CONTRAST), ground));
}

type Roles = Readonly<Record<string, string>>;

const NO_EDGE = '#0000'; // as in `tokens.css`

function rolesOf(fill: Rgb, ground: Rgb): Roles {
  const isDark = contrast(fill, WHITE) >= contrast(fill, BLACK);
  return {
    '--es-accent': toHex(fill),
    '--es-on-accent': isDark ? '#fff' : '#000',
    '--es-accent-ink': toHex(towards(ground, fill, TEXT_CONTRAST)),
    '--es-accent-rail': toHex(towards(ground, fill, RAIL_CONTRAST)),
    // The ring of a fill that would be invisible.
    '--es-accent-edge': contrast(fill, ground) < SEEN_CONTRAST ? 'var(--es-control)' : NO_EDGE,
  };
}

/** Without a theme the system's colour scheme applies, and it may change while the page is open. */
function inTheme(theme: AccentTheme, roles: (ground: Rgb) => Roles): Roles {
  const light = roles(theme === 'dark' ? DARK_GROUND : LIGHT_GROUND);
  const dark = roles(theme === 'light' ? LIGHT_GROUND : DARK_GROUND);
  const either = ([name, value]: [string, string]) => [
    name,
    value === dark[name] ? value : `light-dark(${value},${dark[name]})`,
  ];
  const pairs = Object.entries(light).map(either);
  return Object.fromEntries(pairs.filter(([, value]) => value !== NO_EDGE));
}

type Rgb = readonly [number, number, number];

function parseHex(color: string): Rgb | null {
  const digits = String(color).replace('#', ''); // an API may answer with another type
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  if (!/^[\da-f]{6}$/i.test(full)) return null;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
}

const toHex = (rgb: Rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance. */
function luminance([r, g, b]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Darkens on a light ground, lightens on a dark one, until the contrast suffices. */
function towards(ground: Rgb, rgb: Rgb, wanted: number): Rgb {
  const end = ground === LIGHT_GROUND ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = rgb.map((value, at) =>
      Math.round(value + ((end[at] ?? 0) - value) * share),
    ) as unknown as Rgb;
    if (contrast(mixed, ground) >= wanted) return mixed;
  }
  return end;
}
