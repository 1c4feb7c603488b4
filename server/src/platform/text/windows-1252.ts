// The 27 characters of windows-1252 between 0x80 and 0x9f; five places are empty.
const CHARACTERS = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ';

/**
 * Replaces C1 control characters, which no text contains, by the windows-1252 characters at their positions.
 * `TextDecoder` of Node 20 keeps them, and feeds write them as references (`&#146;`).
 */
export function repairControls(text: string): string {
  return text.replace(
    /[\u0080-\u009f]/g,
    (control) => CHARACTERS[control.charCodeAt(0) - 0x80] ?? '',
  );
}
