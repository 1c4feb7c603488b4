const NAME_MAX = 150; // characters; file systems take 255 bytes

/** A header that makes the browser save a file under this name (RFC 6266). */
export function attachment(name: string, extension: string): string {
  const full = tidy(name);
  // Letters that become ASCII can become what a file name must not hold: "℀" is "a/c" there.
  const plain = tidy(toAscii(full));
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encode(`${full}.${extension}`)}`;
}

/** Leaves out what a file system may refuse, and a leading dot, which would hide the file. */
function tidy(name: string): string {
  const allowed = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029/\\:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ');
  const short = Array.from(allowed).slice(0, NAME_MAX).join('');
  return short.replace(/^[\s.]+|[\s.]+$/g, '') || 'audio';
}

/** For programs that know no `filename*`. */
function toAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');
}

/** RFC 8187, 3.2.1: encodeURIComponent leaves four characters that an ext-value must encode. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
