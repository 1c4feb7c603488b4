/**
 * Adds declarations, each with a `;` at its end. The page keeps the element's own style, so that a copy of a placement
 * has it too. Uses the style object, which a strict style-src allows, and
 * `!important`, because themes size every frame.
 */
export function style({ dataset, style }: HTMLElement, css: string): void {
  dataset.earshotStyle ??= style.cssText;
  style.cssText += `;${css.replace(/;/g, '!important;')}`;
}
