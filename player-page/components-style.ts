import componentsCss from '../src/react/components.css';
import tokensCss from '../src/react/tokens.css';

let isAdded = false;

/**
 * Adds the styles of parts that are loaded on demand: menus, dialogs, tooltips. They include the tokens that the
 * first response lacks.
 */
export function addComponentsStyle(): void {
  if (isAdded) return;
  isAdded = true;
  const style = document.createElement('style');
  style.textContent = tokensCss + componentsCss;
  document.head.append(style);
}
