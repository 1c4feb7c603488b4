/** The text of a feed from its bytes: the byte-order mark, the declaration, or what the bytes allow. */
export function decodeFeed(bytes: Uint8Array, contentType = ''): string {
  const declared = markOf(bytes) ?? declaredIn(bytes) ?? charsetOf(contentType) ?? 'utf-8';
  const text = decode(bytes, declared, true) ?? decode(bytes, 'windows-1252', false) ?? '';
  // A NUL is no character of XML, and none that a database takes.
  return text.replaceAll('\0', '').replace(/^\uFEFF?\s+(?=<)/, '');
}

function markOf([a, b, c]: Uint8Array): string | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null;
}

function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  return /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ?? null;
}

function charsetOf(contentType: string): string | null {
  return /charset=["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? null;
}

/** Null where the encoding is unknown, or the bytes are not what they say they are. */
function decode(bytes: Uint8Array, encoding: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}
