const NAME_MAX = 150; // characters; file systems allow 255 bytes

/** A header that makes the browser save a file under this name (RFC 6266). */
export function attachment(name: string, extension: string): string {
  const full = tidy(name);
  // Characters can become forbidden in ASCII: "℀" turns into "a/c".
  const plain = tidy(toAscii(full));
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encode(`${full}.${extension}`)}`;
}

/** Removes characters that a file system may refuse, and a leading dot, which would hide the file. */
function tidy(name: string): string {
  const allowed = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029/\\:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ');
  const short = Array.from(allowed).slice(0, NAME_MAX).join('');
  return short.replace(/^[\s.]+|[\s.]+$/g, '') || 'audio';
}

/** For programs that do not support `filename*`. */
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
