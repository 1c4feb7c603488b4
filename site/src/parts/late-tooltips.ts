import { createScope } from 'earshot/internal';

/** Loads the tooltips when the pointer or the focus first reaches a control. Fingers never see one. */
export function loadTooltipsLate(): void {
  if (!matchMedia('(hover: hover)').matches) return;
  const scope = createScope();
  const load = () => {
    scope.dispose();
    import('./place-tooltip.ts').catch(() => {}); // buttons work without
  };
  scope.listen(document, 'pointerover', load);
  scope.listen(document, 'focusin', load);
}
