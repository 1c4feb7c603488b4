/** A part of a file: `end` is the first byte after it. */
export interface Span {
  first: number;
  end: number;
}

/** Adds a part to sorted parts that do not touch. */
export function addSpan(spans: readonly Span[], added: Span): Span[] {
  if (added.end <= added.first) return [...spans];
  const before = spans.filter(({ end }) => end < added.first);
  const after = spans.filter(({ first }) => first > added.end);
  const touching = spans.slice(before.length, spans.length - after.length);
  const first = Math.min(added.first, touching[0]?.first ?? added.first);
  const end = Math.max(added.end, touching.at(-1)?.end ?? added.end);
  return [...before, { first, end }, ...after];
}

/** How many bytes of one part the others hold. */
export const bytesWithin = (spans: readonly Span[], { first, end }: Span): number =>
  spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.end, end) - Math.max(span.first, first)),
    0,
  );
