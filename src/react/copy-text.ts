/** A field that shows the text, so that it can be copied from there. */
type TextField = HTMLInputElement | HTMLTextAreaElement;

/** True once the text of the field is in the clipboard. For the handler of a click: browsers want a gesture. */
export async function copyText(field: TextField): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return copySelected(field); // no clipboard in this frame, or no permission for it
  }
}

/**
 * The old way, which frames may use without a permission of their page. Where it fails, the text stays selected: a key
 * press copies it.
 */
function copySelected(field: TextField): boolean {
  const before = document.activeElement;
  field.select();
  try {
    const isCopied = document.execCommand('copy');
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  } catch {
    return false;
  }
}
