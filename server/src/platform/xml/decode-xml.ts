import { repairControls } from '../text/windows-1252.ts';

const FALLBACK = 'windows-1252'; // has a character for almost every byte

/** Decodes an XML document by its byte-order mark, else its declaration, else the content type, else as UTF-8. */
export function decodeXml(bytes: Uint8Array, contentType = ''): string {
  const declared = markOf(bytes) ?? declaredIn(bytes) ?? charsetOf(contentType) ?? 'utf-8';
  const text = decode(bytes, declared, true) ?? decode(bytes, FALLBACK, false) ?? '';
  // XML and PostgreSQL have no NUL character.
  return text.replaceAll('\0', '').replace(/^\uFEFF?\s+(?=<)/, '');
}

/** The encoding of a byte-order mark, or of a `<` in two bytes (XML 1.0, appendix F). */
function markOf([a, b, c]: Uint8Array): string | null {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null;
}

function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  const name = /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ?? null;
  // A declaration that is read byte by byte is not in UTF-16.
  return name !== null && /^(utf-?16|ucs-?2|iso-10646)/i.test(name) ? null : name;
}

function charsetOf(contentType: string): string | null {
  return /charset=["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? null;
}

/** Null if the encoding is unknown, or if the bytes are invalid in it. */
function decode(bytes: Uint8Array, encoding: string, fatal: boolean): string | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal });
    const text = decoder.decode(bytes);
    return decoder.encoding === FALLBACK ? repairControls(text) : text;
  } catch {
    return null;
  }
}
