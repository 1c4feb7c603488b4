import { escapeHtml } from 'earshot/internal';

/** Pixels. The text is squeezed into them, because the font of the reader is unknown. */
const LETTER = 6.6;
const PADDING = 9;
const HEIGHT = 22;

/** A picture of a word and a figure, for other pages. */
export function drawBadge(word: string, figure: string): string {
  const [left, right] = [word, figure].map((text) => Math.ceil(text.length * LETTER));
  const split = (left ?? 0) + 2 * PADDING;
  const width = split + (right ?? 0) + 2 * PADDING;
  const text = (content: string, middle: number, length = 0) =>
    `<text x="${middle}" y="15" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeHtml(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${escapeHtml(`${word}: ${figure}`)}">
<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="5"/></clipPath>
<g clip-path="url(#r)"><rect width="${split}" height="${HEIGHT}" fill="#3d3c39"/><rect x="${split}" width="${width - split}" height="${HEIGHT}" fill="#0b6b5b"/></g>
<g fill="#fff" font-family="system-ui,sans-serif" font-size="12" text-anchor="middle">${text(word, split / 2, left)}${text(figure, (split + width) / 2, right)}</g>
</svg>
`;
}
