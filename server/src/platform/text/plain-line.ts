import { decodeHTMLStrict } from 'entities';
import { cleanLine } from './clean-text.ts';

const TAG = /<[a-z/!][^<>]*>/i;
const CDATA = /^\s*<!\[CDATA\[(.*)\]\]>\s*$/s;
const ESCAPES_MAX = 3;

/**
 * One line of plain text from another program, which may have escaped it once too often: `Lesen &amp; Schreiben`. A
 * line about HTML stays: `Using &lt;br&gt;`.
 */
export function plainLine(text: string | undefined, maxLength?: number): string {
  let plain = text ?? '';
  for (let count = 0; count < ESCAPES_MAX; count++) {
    const decoded = decodeHTMLStrict(plain).replace(CDATA, '$1');
    if (TAG.test(decoded)) break;
    plain = decoded;
  }
  return cleanLine(plain, maxLength);
}
