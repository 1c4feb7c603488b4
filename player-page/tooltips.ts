import { putBeside, startTooltips } from 'earshot/internal';
import { addComponentsStyle } from './components-style.ts';

/** Above the button, or below it where the frame ends. */
export function showTooltips(): void {
  addComponentsStyle();
  startTooltips(putBeside);
}
