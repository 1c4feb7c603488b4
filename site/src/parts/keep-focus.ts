/**
 * Carries out a change that may remove the row of a button. The focus then moves to such a button (`selector`) of a
 * neighbour, or to the heading of the page.
 */
export function keepFocus(button: HTMLElement, selector: string, change: () => void): void {
  const row = button.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const heading = button.closest('main')?.querySelector('h1');
  change();
  requestAnimationFrame(() => {
    if (!button.isConnected) (other?.querySelector<HTMLElement>(selector) ?? heading)?.focus();
  });
}
