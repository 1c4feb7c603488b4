/** Origin of the frame's address. Empty if the address is not a web page. */
export function originOf({ src }: HTMLIFrameElement): string {
  try {
    return src.startsWith('http') ? new URL(src).origin : '';
  } catch {
    return ''; // not an address; older browsers lack URL.canParse
  }
}

/** The frame's address without its fragment: another fragment is the same document. */
export const addressOf = ({ src }: HTMLIFrameElement) => src.replace(/#.*/, '');

/** Whether a message of this origin can come from the frame's own document. */
export function isTrusted(iframe: HTMLIFrameElement, origin: string): boolean {
  if (origin === 'null') return isOpaque(iframe);
  const own = originOf(iframe);
  return origin === own || origin === own.replace('http:', 'https:');
}

/** A sandboxed page passes its sandbox on to its frames; a page opened from a file does not. */
function isOpaque(iframe: HTMLIFrameElement): boolean {
  const { sandbox } = iframe;
  const isSandboxed = iframe.hasAttribute('sandbox') && !sandbox.contains('allow-same-origin');
  return isSandboxed || iframe.ownerDocument.defaultView?.origin === 'null';
}

/**
 * Whether the browser has delayed loading a lazy frame that is out of sight. Only the document of an empty frame is
 * readable; the document of a loaded player belongs to another origin.
 */
export function isAsleep({ loading, contentDocument }: HTMLIFrameElement): boolean {
  return loading === 'lazy' && contentDocument?.URL === 'about:blank';
}
