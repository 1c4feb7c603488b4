import type { ByteSpan } from '../storage/media-store.ts';

const MAX_RANGES = 16; // more look like an attack, and may be ignored (RFC 9110, 14.2)

/**
 * Reads a Range header (RFC 9110, 14.2).
 * @returns `whole` if the header is absent, malformed, in another unit or too long, or asks for more bytes than
 * the file has, and `unsatisfiable` if all its ranges lie outside the file.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): 'whole' | 'unsatisfiable' | ByteSpan[] {
  const match = /^bytes=(.+)$/i.exec(header?.trim() ?? '');
  const specs =
    match?.[1]
      ?.split(',')
      .map((spec) => spec.trim())
      .filter(Boolean) ?? [];
  if (specs.length === 0 || specs.length > MAX_RANGES) return 'whole';
  const spans: ByteSpan[] = [];
  for (const spec of specs) {
    const span = parseSpec(spec, size);
    if (span === 'malformed') return 'whole';
    if (span) spans.push(span);
  }
  if (spans.length === 0) return 'unsatisfiable';
  // The same range 16 times would cost 16 files. nginx ignores such ranges too.
  const asked = spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return asked > size ? 'whole' : spans;
}

/** Null if the range lies outside the file. */
function parseSpec(spec: string, size: number): ByteSpan | 'malformed' | null {
  const match = /^(\d*)-(\d*)$/.exec(spec);
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return 'malformed';
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length > 0 ? { first: size - length, last: size - 1 } : null;
  }
  if (to !== '' && Number(to) < Number(from)) return 'malformed';
  if (Number(from) >= size) return null;
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
