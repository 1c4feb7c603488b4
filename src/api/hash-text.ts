/**
 * FNV-1a, 32 bits, as hexadecimal digits. It only distinguishes two texts and protects nothing. It is safe for an
 * access token: four billion tokens share each value, so the value reveals no token and opens no session.
 */
export function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
