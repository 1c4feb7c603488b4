/** Names of browsers and systems in a `User-Agent`, specific ones first, because Edge and Opera also contain Chrome. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox, Linux`: enough to recognise one's own devices. Null if unknown. */
export function browserOf(userAgent: string): string | null {
  const known = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([mark]) => userAgent.includes(mark))?.[1],
  );
  return known.filter(Boolean).join(', ') || null;
}
