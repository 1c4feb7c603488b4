declare global {
  interface Window {
    /** Defined by the inline script, until it is called. */
    releasePress?: () => void;
  }
}

/** Buttons that need the page's script, including those in show notes. Other forms and popovers work without it. */
const NEEDS_SCRIPT =
  'button[type=button]:not([popovertarget]),button[data-episode_id],.site-scripted button';

/**
 * Keeps the last press on a button that needs the page's script, or the last choice in a list, until `releasePress`
 * is called. Until then no other code sees it, so that it is handled once. The page shows that it is loading.
 */
export function holdPresses(): void {
  const root = document.documentElement;
  let held: (() => void) | null = null;

  const hold = (event: Event) => {
    const element = event.target as Element;
    const button = element.closest<HTMLElement>(NEEDS_SCRIPT);
    if (event.type === 'click' ? !button : element.tagName !== 'SELECT') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    root.dataset.loading = '';
    held =
      event.type === 'click'
        ? () => button?.click()
        : () => element.dispatchEvent(new Event('change', { bubbles: true }));
  };

  for (const type of TYPES) addEventListener(type, hold, true);
  window.releasePress = () => {
    delete window.releasePress;
    for (const type of TYPES) removeEventListener(type, hold, true);
    if (!held) return;
    delete root.dataset.loading;
    held();
    held = null;
  };
}

const TYPES = ['click', 'change'] as const;
