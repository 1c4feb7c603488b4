import { invalid } from './refusal.ts';

const DEPTH_MAX = 20;
const VALUES_MAX = 20_000; // more would produce a list of errors that fills the memory
const NAME_SHOWN_MAX = 60; // characters

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A name from a client, shortened to one line for a message. */
export function showName(name: string): string {
  const tidy = name.replace(/[\p{C}\u2028\u2029]/gu, '?');
  return tidy.length > NAME_SHOWN_MAX ? `${tidy.slice(0, NAME_SHOWN_MAX)}…` : tidy;
}

/** @throws AppError INVALID_REQUEST for bytes that are not UTF-8 */
export function decodeText(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid('request', 'is not valid UTF-8');
  }
}

/**
 * Reads JSON, and refuses input that `JSON.parse` would accept silently or only with much memory.
 * @throws AppError INVALID_REQUEST for broken JSON, a repeated name, `__proto__`, and too deep or too many values
 */
export function readJson(text: string): unknown {
  refuseHostile(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, place] = / at position (\d+)/.exec(String(error)) ?? [];
    const where = place ? `, see character ${Number(place) + 1}` : '';
    throw invalid('request', `is not valid JSON${where}`);
  }
}

/** Finds a text with the colon after it, and every mark of structure outside of texts. An open text ends at the end. */
const TOKEN = /"(?:[^"\\]+|\\.?)*(?:"|$)(\s*:)?|[{}[\],]/gs;

/** Checks only the structure, in one pass: broken JSON passes, because `JSON.parse` refuses it afterwards. */
function refuseHostile(text: string): void {
  const open: Set<string>[] = []; // the names of each open object or list
  let values = 0;
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (colon) addName(open.at(-1), token.slice(0, -colon.length));
    else if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') values += 1;
    if (open.length > DEPTH_MAX) {
      throw invalid('request', `must not be nested more than ${DEPTH_MAX} levels deep`);
    }
    if (values > VALUES_MAX)
      throw invalid('request', `must not have more than ${VALUES_MAX} values`);
  }
}

function addName(names: Set<string> | undefined, quoted: string): void {
  const name = unquote(quoted);
  if (name === '__proto__') throw invalid('__proto__', 'is not a name for a field');
  if (names?.has(name)) throw invalid(showName(name), 'twice');
  names?.add(name);
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted; // JSON.parse refuses the whole text
  }
}
