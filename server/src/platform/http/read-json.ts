import { AppError } from 'earshot/contract';

const DEPTH_MAX = 20;
const VALUES_MAX = 20_000; // more would make a list of errors that takes the process's memory
const NAME_SHOWN_MAX = 60; // characters

const STRUCTURE = '{}[],:';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** An AppError for the request as a whole or for one of its fields. */
export const invalid = (...messages: string[]) => new AppError('INVALID_REQUEST', { messages });

/** A name that a client made up, short and on one line, for a message. */
export function showName(name: string): string {
  const tidy = name.replace(/[\p{C}\u2028\u2029]/gu, '?');
  return tidy.length > NAME_SHOWN_MAX ? `${tidy.slice(0, NAME_SHOWN_MAX)}…` : tidy;
}

/** @throws AppError INVALID_REQUEST for bytes that are not UTF-8 */
export function decodeText(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid('request: is not valid UTF-8');
  }
}

/**
 * Reads JSON, and refuses what `JSON.parse` would accept silently or only with much memory.
 * @throws AppError INVALID_REQUEST for broken JSON, a name that is given twice, `__proto__`, and too deep or too many
 * values
 */
export function readJson(text: string): unknown {
  refuseHostile(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, place] = / at position (\d+)/.exec(String(error)) ?? [];
    throw invalid(
      `request: is not valid JSON${place ? `, see character ${Number(place) + 1}` : ''}`,
    );
  }
}

/** Looks at the structure alone, in one pass: broken JSON passes, because `JSON.parse` refuses it afterwards. */
function refuseHostile(text: string): void {
  const open: (Set<string> | null)[] = []; // the names of each open object, null for an open list
  let values = 0;
  let last = ''; // the structural character before
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names && (last === '{' || last === ',')) addName(names, text.slice(at, end));
      at = end - 1;
      continue;
    }
    if (!STRUCTURE.includes(character)) continue;
    last = character;
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',') values += 1;
    if (open.length > DEPTH_MAX) {
      throw invalid(`request: must not be nested more than ${DEPTH_MAX} levels deep`);
    }
    if (values > VALUES_MAX) throw invalid(`request: must not have more than ${VALUES_MAX} values`);
  }
}

/** The place after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function addName(names: Set<string>, quoted: string): void {
  const name = unquote(quoted);
  if (name === '__proto__') throw invalid('__proto__: is not a name for a field');
  if (names.has(name)) throw invalid(`${showName(name)}: is given twice`);
  names.add(name);
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted; // JSON.parse of the whole text refuses it
  }
}
