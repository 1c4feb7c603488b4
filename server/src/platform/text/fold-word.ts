/** Marks that readers add or omit: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;

/** Letters that Unicode does not decompose, and that have two usual spellings. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};
const IN_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** The zeros of the digits that people mix with 0 to 9: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = -0x60;

/** The Arabic article, also after a conjunction or a preposition, in front of at least three letters. */
const ARTICLE = /^[وفبك]?ال(?=\p{L}{3})/u;

/**
 * Removes case, accents, full width, and the difference between hiragana and katakana. Punctuation stays. The
 * function `fold_text` of the database does the same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(IN_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(DIGITS, toAsciiDigit)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_HIRAGANA));
}

/** The point that makes a letter of another language, in the scripts of India. */
const NUKTA = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g;
/** In Hindi, the nasal in front of a consonant of its class is also written as a point. */
const NASAL = /ङ्(?=[क-ङ])|ञ्(?=[च-ञ])|ण्(?=[ट-ण])|न्(?=[त-न])|म्(?=[प-म])|ँ/g;

const foldIndic = (word: string): string =>
  word.normalize('NFD').replace(NUKTA, '').normalize('NFC').replace(NASAL, 'ं');

/** True for most words of most texts. Only their case is folded, which takes a tenth of the time. */
export const isPlain = (word: string): boolean => /^[a-z0-9]+$/i.test(word);

/** The search form of a word. Empty if no letter, digit or pictograph is left. */
export function foldWord(word: string): string {
  if (isPlain(word)) return word.toLowerCase();
  return foldIndic(foldText(word))
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]|[\ufe00-\ufe0f]/gu, '')
    .replace(ARTICLE, '');
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
