/** A part of a file: `end` is the first byte after it. */
export interface Span {
  first: number;
  end: number;
}

/**
 * Adds a part to sorted parts that do not touch, and returns the number of its bytes that were in none of them. A client
 * may ask for very many small parts, so the place of a part is searched for by halves.
 */
export function addSpan(spans: Span[], { first, end }: Span): number {
  if (end <= first) return 0;
  const from = findPlace(spans, (span) => span.end >= first);
  let to = from;
  let known = 0;
  const joined = { first, end };
  for (let span = spans[to]; span && span.first <= end; span = spans[to]) {
    known += Math.max(0, Math.min(span.end, end) - Math.max(span.first, first));
    joined.first = Math.min(joined.first, span.first);
    joined.end = Math.max(joined.end, span.end);
    to += 1;
  }
  spans.splice(from, to - from, joined);
  return end - first - known;
}

/** The place of the first part for which this is true. It is then true for all later ones. */
function findPlace(spans: readonly Span[], isThere: (span: Span) => boolean): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span && !isThere(span)) low = middle + 1;
    else high = middle;
  }
  return low;
}
