import type { BoxFacts, PlacementFacts } from './facts.ts';

/** A player of this height has one row of controls. */
const SHOWN_MIN_PX = 60;
const SHOWN_MIN_WIDTH_PX = 120;

/** Whether a visitor cannot see or press the player. */
export function isComplaint(box: BoxFacts): boolean {
  return (
    box.hidden !== null ||
    box.deafBy !== null ||
    box.covered !== null ||
    isTooSmall(box) ||
    isCut(box)
  );
}

export const isTooSmall = ({ width, height }: BoxFacts): boolean =>
  height < SHOWN_MIN_PX || width < SHOWN_MIN_WIDTH_PX;

export const isCut = ({ width, height, seenWidth, seenHeight }: BoxFacts): boolean =>
  seenHeight < Math.min(SHOWN_MIN_PX, height) || seenWidth < Math.min(SHOWN_MIN_WIDTH_PX, width);

type Placed = Pick<PlacementFacts, 'path' | 'attributes'>;

/** Styles that could repair what a page does to a player, the mildest first. */
export function stylesFor({ path, attributes }: Placed, box: BoxFacts): string[] {
  const height = sizeOf(attributes['data-height'] ?? attributes.height) ?? '200px';
  const own = `${path} { ${SHOWN} width: 100% !important; height: ${height} !important; min-height: 80px !important; }`;
  const first = causesOf(box).join('\n');
  const raised = `${path} { position: relative !important; z-index: 2147483646 !important; }`;
  const all = [
    ...(box.covered ? [raised] : []),
    first,
    `${first}\n${own}`,
    `${first}\n${own}\n${path} { ${FREE} }`,
  ].map((css) => css.trim());
  // The last resort wins against `!important` of more specific rules.
  const strong = all.map((css) =>
    css
      .replace(/^(?=\S)([^{]+?) \{/gm, 'html:not(#_):not(#_) $1 {')
      .replaceAll(/html:not\(#_\):not\(#_\) (html|body)\b/g, '$1:not(#_):not(#_)'),
  );
  return [...new Set([...all, ...strong].filter((css) => css !== ''))];
}

const SHOWN = 'display: block !important; visibility: visible !important; opacity: 1 !important;';
const FREE =
  'position: relative !important; inset: auto !important; transform: none !important; margin: 0 !important; max-width: 100% !important; max-height: none !important; clip: auto !important; clip-path: none !important;';

function causesOf({ hidden, deafBy, cutBy, covered }: BoxFacts): string[] {
  const rules: string[] = [];
  if (hidden?.by === 'display') rules.push(`${hidden.path} { display: block !important; }`);
  if (hidden?.by === 'visibility')
    rules.push(
      `${hidden.path} { visibility: visible !important; content-visibility: visible !important; }`,
    );
  if (hidden?.by === 'opacity') rules.push(`${hidden.path} { opacity: 1 !important; }`);
  if (hidden?.by === 'clip')
    rules.push(`${hidden.path} { clip: auto !important; clip-path: none !important; }`);
  if (hidden?.by === 'off_screen') rules.push(`${hidden.path} { ${FREE} }`);
  if (deafBy) rules.push(`${deafBy} { pointer-events: auto !important; }`);
  if (cutBy)
    rules.push(
      `${cutBy} { height: auto !important; max-height: none !important; overflow: visible !important; }`,
    );
  return covered ? [...rules, `${covered.path} { pointer-events: none !important; }`] : rules;
}

const sizeOf = (text: string | undefined): string | null => {
  const [, number, unit] = /^(\d{2,4})(px|%)?$/.exec(text?.trim() ?? '') ?? [];
  return number && unit !== '%' ? `${number}px` : null;
};
