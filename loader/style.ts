/**
 * Adds declarations, each with a `;` at its end. Uses the style object, which a strict style-src allows, and
 * `!important`, because themes size every frame.
 */
export function style(element: HTMLElement, css: string): void {
  element.style.cssText += `;${css.replace(/;/g, '!important;')}`;
}
