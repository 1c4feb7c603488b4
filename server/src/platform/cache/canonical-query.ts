/** Query fields that every address accepts and that change no answer of ours. */
export const NEUTRAL_FIELDS: readonly string[] = ['c', 'culture', 'escape', 'v'];

export interface CanonicalQueryOptions {
  /** Neutral fields that matter at this address. */
  keep?: readonly string[];
  /** Further fields that change nothing at this address. */
  drop?: readonly string[];
}

/** One spelling for all equivalent queries: sorted, without empty and neutral fields. */
export function canonicalQuery(
  query: string,
  { keep = [], drop = [] }: CanonicalQueryOptions = {},
): string {
  const fields = [...new URLSearchParams(query)].filter(
    ([name, value]) =>
      value !== '' &&
      !drop.includes(name) &&
      (keep.includes(name) || !NEUTRAL_FIELDS.includes(name)),
  );
  return new URLSearchParams(fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
}

/** A path with the canonical form of its query. */
export function canonicalUrl(url: string, options?: CanonicalQueryOptions): string {
  // Later question marks belong to the query.
  const [path = '', ...query] = url.split('?');
  const canonical = canonicalQuery(query.join('?'), options);
  return canonical ? `${path}?${canonical}` : path;
}
