/** A field with the text to copy. */
type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Resolves with true once the field's text is in the clipboard. Call it in a click handler: browsers require a gesture. */
export async function copyText(field: TextField): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return copySelected(field); // this frame has no clipboard, or no permission to use it
  }
}

/**
 * The old method, which frames may use without permission from their page. If it fails, the text stays selected, so that
 * the listener can copy it by keyboard.
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
