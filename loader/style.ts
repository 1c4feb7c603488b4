/**
 * Each declaration ends with `;`. By the style object, which a strict style-src allows, and against themes that
 * size every frame.
 */
export function style(element: HTMLElement, css: string): void {
  element.style.cssText += `;${css.replace(/;/g, '!important;')}`;
}
