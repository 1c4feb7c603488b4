import type { ByteSpan } from '../storage/media-store.ts';

const MAX_RANGES = 16; // RFC 9110, 14.2: a server may ignore what looks like an attack

/**
 * The spans that a Range header asks for (RFC 9110, section 14).
 * @returns `whole` where there is nothing to honour (no header, another unit, malformed, too many), and
 * `unsatisfiable` where all of it lies outside the file.
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
  return spans.length > 0 ? spans : 'unsatisfiable';
}

/** One span; null when it lies outside the file. */
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
