import { areLettersEverywhere } from 'earshot/bar';

const FIELDS = '.site-quick-search input, .site-search-form input';
const TYPED_IN = 'input, textarea, select, [contenteditable], dialog';

/** `/` moves the focus to the search field, except while something is typed elsewhere, or if letters are for the player only. */
export function onSlash(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (key !== '/' || ctrlKey || altKey || metaKey || !areLettersEverywhere()) return;
  if ((event.target as Element).closest?.(TYPED_IN)) return;
  const fields = [...document.querySelectorAll<HTMLInputElement>(FIELDS)];
  const field = fields.find((input) => input.checkVisibility()); // the header's is hidden on phones
  if (!field) return;
  event.preventDefault();
  field.select();
  field.focus();
}
