/** Small words within a name, such as `Ludwig van Beethoven`. */
const JOINER =
  '(?:d[aei]s?|del|della|der|den|dos|du|di|el|la|le|van|von|zu|bin|ibn|al|y|e|and|und|et|of|the|&|\\+)';
const WORD = "[\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}\\p{N}.'’_-]*";
const NAME = `${WORD}(?:,? (?:${JOINER} ){0,2}(?:${WORD}|\\d+)){0,4}(?: \\([^()\\n]{1,40}\\))?`;
const SPEAKER = new RegExp(
  `^(?:[-–—]|>>+)?\\s*(?:\\[(${NAME})\\]|(${NAME}|speaker[ _]?\\d+))\\s?(?::(?=\\s|$)|：)\\s*`,
  'u',
);

/** The speaker at the start of a line, as in `Ann Doe: Good evening.`, and the rest. The speaker is null without one. */
export function splitSpeaker(line: string): { speaker: string | null; text: string } {
  const [prefix = '', inBrackets, name = inBrackets] = SPEAKER.exec(line) ?? [];
  return { speaker: name ?? null, text: line.slice(prefix.length) };
}
