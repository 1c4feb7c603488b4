import type { BoxFacts, PlacementFacts } from './page-facts.ts';

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

const UNHIDDEN: Readonly<Record<NonNullable<BoxFacts['hidden']>['by'], string>> = {
  display: 'display: block !important;',
  visibility: 'visibility: visible !important; content-visibility: visible !important;',
  opacity: 'opacity: 1 !important;',
  clip: 'clip: auto !important; clip-path: none !important;',
  off_screen: FREE,
};
const UNCUT = 'height: auto !important; max-height: none !important; overflow: visible !important;';

const causesOf = ({ hidden, deafBy, cutBy, covered }: BoxFacts): string[] => [
  ...(hidden ? [`${hidden.path} { ${UNHIDDEN[hidden.by]} }`] : []),
  ...(deafBy ? [`${deafBy} { pointer-events: auto !important; }`] : []),
  ...(cutBy ? [`${cutBy} { ${UNCUT} }`] : []),
  ...(covered ? [`${covered.path} { pointer-events: none !important; }`] : []),
];

const sizeOf = (text: string | undefined): string | null => {
  const [, number, unit] = /^(\d{2,4})(px|%)?$/.exec(text?.trim() ?? '') ?? [];
  return number && unit !== '%' ? `${number}px` : null;
};
