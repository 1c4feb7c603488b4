// Texts of invented words, with the frequencies of real ones.

const VOCABULARY = 40_000; // words of each script
const ZIPF = 1.05; // the second most frequent word is about half as frequent as the first

/** Random numbers that are the same in every run (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = {
  latin:
    'ba be bi bo bu ca ce co da de di do fa fe fi ga ge go ha he ho ka ki la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi wa ya za tion er ing ly'.split(
      ' ',
    ),
  accented: 'ça é è ñe ü ö ä ção ó ía ł ś ba le ri mo ta ne do si'.split(' '),
  cyrillic: 'ба ве го да же за ки ле мо на пе ро су ти фу ха це чи ше ры'.split(' '),
  arabic: 'ال با تا جا حا دا را سا شا صا عا فا قا كا لا ما نا ها وا يا'.split(' '),
};
const JAPANESE = [
  '東京',
  '歴史',
  '音楽',
  '日本語',
  '番組',
  '今日',
  '科学',
  '旅行',
  '映画',
  '会社',
  '人工知能',
  'ラジオ',
  'ニュース',
  'の',
  'と',
  'を',
  'です',
];

export const pick = (random, items) => items[Math.floor(random() * items.length)];

function makeWords(random, syllables) {
  const words = new Set();
  while (words.size < VOCABULARY) {
    const length = 1 + Math.floor(random() * 4);
    words.add(Array.from({ length }, () => pick(random, syllables)).join(''));
    if (length === 1 && words.size > 200) words.add(`${pick(random, syllables)}${words.size}`);
  }
  return [...words];
}

/** A rank from 0: rank r is drawn about r^-ZIPF times as often as the first. */
function drawRank(random, count) {
  const power = 1 - ZIPF;
  const spread = ((count + 1) ** power - 1) * random() + 1;
  return Math.min(count - 1, Math.floor(spread ** (1 / power)) - 1);
}

/** Draws texts of one script. */
function createWriter(random, words, separator = ' ') {
  return (length) =>
    Array.from({ length }, () => words[drawRank(random, words.length)]).join(separator);
}

/** Functions that write a text of so many words. Six of ten write Latin letters without accents. */
export function createWriters(random) {
  const latin = createWriter(random, makeWords(random, SYLLABLES.latin));
  return [
    ...Array(6).fill(latin),
    createWriter(random, makeWords(random, SYLLABLES.accented)),
    createWriter(random, makeWords(random, SYLLABLES.cyrillic)),
    createWriter(random, makeWords(random, SYLLABLES.arabic)),
    createWriter(random, JAPANESE, ''),
  ];
}
