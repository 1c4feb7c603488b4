import { createScope } from 'earshot/internal';
import type { NoticeLevel, NoticeOptions } from '../site-client.ts';

export interface Notices {
  /** Shows a text over the page. The same text replaces an earlier notice. */
  show(text: string, options?: NoticeOptions): void;
  /** Removes all notices. */
  dispose(): void;
}

/** Fills the two live regions of the document: screen readers announce alerts at once, the others in turn. */
export function createNotices(root: ParentNode, closeLabel: () => string): Notices {
  const scope = createScope();
  const shown = new Map<string, () => void>();
  const regionOf = (level: NoticeLevel) =>
    root.querySelector(
      level === 'error' || level === 'warning' ? '[role="alert"]' : '[role="status"]',
    );

  return {
    show(text, { level = 'plain', autoCloseMs } = {}) {
      shown.get(text)?.();
      const mine = scope.child();
      const close = mine.dispose;
      const element = createElement(text, level);
      const button = createCloseButton(closeLabel());
      mine.listen(button, 'click', close);
      mine.add(() => element.remove());
      mine.add(() => shown.delete(text));
      if (autoCloseMs !== undefined) mine.timeout(close, autoCloseMs);
      element.append(button);
      shown.set(text, close);
      regionOf(level)?.append(element);
    },
    dispose: scope.dispose,
  };
}

function createElement(text: string, level: NoticeLevel): HTMLElement {
  const element = document.createElement('p');
  element.className = 'site-notice';
  element.dataset.level = level === 'error' ? 'danger' : level;
  element.append(text.replace(/^[a-z_]+: /, '')); // readers do not know the names of fields
  return element;
}

function createCloseButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.textContent = '×';
  return button;
}
