import { createScope } from '../lib/scope.ts';

/** Buttons without text. The tooltip repeats their label, so screen readers never need it. */
const TARGETS = '.es-button[aria-label]';
const DELAY_MS = 500; // no tooltip for a pointer that only passes

/** Puts the tooltip beside its control. */
export type PlaceTooltip = (tooltip: HTMLElement, control: HTMLElement) => void;

/** Shows the label of the button under the pointer, or with the focus of the keyboard. Returns a function that stops it. */
export function startTooltips(place: PlaceTooltip): () => void {
  const scope = createScope();
  const element = document.createElement('div');
  element.className = 'es-tooltip';
  element.popover = 'manual';
  element.setAttribute('aria-hidden', 'true');
  let shownFor: HTMLElement | null = null;
  let cancel = () => {};

  const hide = () => {
    cancel();
    shownFor = null;
    element.remove();
  };
  const show = (control: HTMLElement) => {
    if (!control.isConnected || control.getAttribute('aria-expanded') === 'true') return;
    element.textContent = control.getAttribute('aria-label');
    element.dataset.theme = control.closest<HTMLElement>('[data-theme]')?.dataset.theme ?? '';
    document.body.append(element);
    element.showPopover?.();
    place(element, control);
  };
  const follow = (target: EventTarget | null, delayMs: number) => {
    const control = (target as Element | null)?.closest?.<HTMLElement>(TARGETS) ?? null;
    if (control === shownFor) return;
    hide();
    if (!control) return;
    shownFor = control;
    cancel = scope.timeout(() => show(control), delayMs);
  };

  scope.listen(document, 'pointerover', ({ target, pointerType }) => {
    // A finger does not rest on a button.
    if (pointerType !== 'touch') follow(target, DELAY_MS);
  });
  scope.listen(document, 'focusin', ({ target }) => {
    if ((target as Element).matches(':focus-visible')) follow(target, 0);
  });
  scope.listen(document, 'focusout', hide);
  scope.listen(document, 'pointerdown', hide);
  scope.listen(window, 'scroll', hide, { passive: true, capture: true });
  scope.listen(document, 'pointerleave', hide);
  scope.listen(document, 'keydown', ({ key }) => key === 'Escape' && hide());
  scope.add(hide);
  // When this file is loaded, the pointer or the focus may already be on a button.
  follow(document.querySelector(`:is(${TARGETS}):is(:hover, :focus-visible)`), DELAY_MS);
  return scope.dispose;
}
