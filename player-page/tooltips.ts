import { putBeside, startTooltips } from 'earshot/bar';
import { addComponentsStyle } from './components-style.ts';

/** Above the button, or below it at the edge of the frame. */
export function showTooltips(): void {
  addComponentsStyle();
  startTooltips(putBeside);
}
