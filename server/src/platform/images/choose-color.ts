/** A colour in OKLab (https://bottosson.github.io/posts/oklab/), where equal distances look equally large. */
interface Lab {
  lightness: number;
  a: number;
  b: number;
}

const HUES = 24; // ranges of the colour circle, 15 degrees each
const MIN_CHROMA = 0.04; // below, a pixel looks grey
const [DARKEST, LIGHTEST] = [0.25, 0.95]; // beyond these, no hue is visible
const MIN_SHARE = 0.015; // of all pixels: a smaller spot does not represent the picture
const MIN_MEAN_CHROMA = 0.055;

/**
 * The accent of a picture: the hue that is vivid and frequent, as six hexadecimal digits. Null for a grey picture.
 * @param pixels - three bytes each: red, green, blue
 */
export function chooseColor(pixels: Uint8Array): string | null {
  const hues = sortByHue(pixels);
  const count = pixels.length / 3;
  const best = hues
    .map((_, hue) => merge([-1, 0, 1].map((step) => hues[(hue + step + HUES) % HUES])))
    .filter(({ size, chroma }) => size >= count * MIN_SHARE && chroma / size >= MIN_MEAN_CHROMA)
    .sort((one, other) => other.weight - one.weight)[0];
  return best ? toHex(meanOf(best)) : null;
}

/** Pixels of a similar hue. Vivid ones weigh more. */
interface Group {
  size: number;
  chroma: number;
  weight: number;
  /** The weighted sum. */
  sum: Lab;
}

function sortByHue(pixels: Uint8Array): Group[] {
  const groups = Array.from({ length: HUES }, emptyGroup);
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const lab = toLab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    const chroma = Math.hypot(lab.a, lab.b);
    if (chroma < MIN_CHROMA || lab.lightness < DARKEST || lab.lightness > LIGHTEST) continue;
    const turn = Math.atan2(lab.b, lab.a) / (2 * Math.PI) + 0.5;
    const group = groups[Math.min(HUES - 1, Math.floor(turn * HUES))];
    if (group) add(group, { size: 1, chroma, weight: chroma ** 2, sum: scale(lab, chroma ** 2) });
  }
  return groups;
}

const emptyGroup = (): Group => ({
  size: 0,
  chroma: 0,
  weight: 0,
  sum: { lightness: 0, a: 0, b: 0 },
});

function add(group: Group, more: Group): void {
  group.size += more.size;
  group.chroma += more.chroma;
  group.weight += more.weight;
  group.sum.lightness += more.sum.lightness;
  group.sum.a += more.sum.a;
  group.sum.b += more.sum.b;
}

/** Neighbours belong together: otherwise a colour on the border of two ranges would lose. */
function merge(groups: readonly (Group | undefined)[]): Group {
  const merged = emptyGroup();
  for (const group of groups) if (group) add(merged, group);
  return merged;
}

const scale = ({ lightness, a, b }: Lab, factor: number): Lab => ({
  lightness: lightness * factor,
  a: a * factor,
  b: b * factor,
});

const meanOf = ({ sum, weight }: Group): Lab => scale(sum, 1 / weight);

function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function toHex({ lightness, a, b }: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
    .map((value) => toByte(value).toString(16).padStart(2, '0'))
    .join('');
}

function toLinear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const share =
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.max(0, linear) ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, share)) * 255);
}
