import { NOTICE_AUTO_CLOSE_MS } from 'earshot/internal';

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something in words at the foot of the page, for 5 s. */
export function showNotice(text: string): void {
  const element = document.getElementById('notice');
  if (!element) return;
  element.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    element.textContent = '';
  }, NOTICE_AUTO_CLOSE_MS);
}
