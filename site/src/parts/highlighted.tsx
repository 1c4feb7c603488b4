import type { Highlight } from 'earshot/contract';

/** A text with the search words in bold. */
export function Highlighted({ highlight: { text, ranges } }: { highlight: Highlight }) {
  let end = 0;
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from);
    end = to;
    return [before, <mark key={from}>{text.slice(from, to)}</mark>];
  });
  return (
    <bdi>
      {parts}
      {text.slice(end)}
    </bdi>
  );
}
