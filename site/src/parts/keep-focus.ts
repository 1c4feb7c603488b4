/**
 * Carries out a change that may remove a focused control with its row. The focus then moves to such a control
 * (`selector`) of a neighbour, or to the heading above.
 */
export async function keepFocus(
  control: Element | null,
  selector: string,
  change: () => unknown,
): Promise<void> {
  const row = control?.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const heading = control?.closest('section,main')?.querySelector<HTMLElement>('h1,h2');
  await change();
  requestAnimationFrame(() => {
    if (!control || control.isConnected) return;
    const next = other?.querySelector<HTMLElement>(selector) ?? heading;
    if (next === heading && next) next.tabIndex = -1;
    next?.focus();
  });
}
