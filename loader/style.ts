/**
 * Adds declarations, each with a `;` at its end. The page keeps the element's own style, so that a copy of a placement
 * has it too. Uses the style object, which a strict style-src allows, and
 * `!important`, because themes size every frame.
 */
export function style(element: HTMLElement, css: string): void {
  element.dataset.earshotStyle ??= element.style.cssText;
  element.style.cssText += `;${css.replace(/;/g, '!important;')}`;
}
