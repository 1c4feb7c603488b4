import { computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom';
import { startTooltips } from 'earshot/bar';

/** Clockwise from the top. If a tooltip is clipped at one place, the next one is tried. */
const PLACES: readonly Placement[] = [
  'top',
  'top-start',
  'right',
  'bottom-start',
  'bottom',
  'bottom-end',
  'left',
  'top-end',
];
const GAP_PX = 6;
const EDGE_PX = 4;

/** `data-tooltip` on the control names the first place. */
async function place(tooltip: HTMLElement, control: HTMLElement): Promise<void> {
  const first = Math.max(0, PLACES.indexOf(control.dataset.tooltip as Placement));
  const [placement = 'top', ...fallbackPlacements] = [
    ...PLACES.slice(first),
    ...PLACES.slice(0, first),
  ];
  const { x, y } = await computePosition(control, tooltip, {
    placement,
    strategy: 'fixed',
    middleware: [
      offset(GAP_PX),
      flip({ fallbackPlacements, padding: EDGE_PX }),
      shift({ padding: EDGE_PX }),
    ],
  });
  Object.assign(tooltip.style, { left: `${x}px`, top: `${y}px` });
}

startTooltips(place);
