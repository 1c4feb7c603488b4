/**
 * The fields of `after` that differ. Untouched fields are not sent, because the API may keep more than a form shows.
 */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): Partial<Values> {
  const names = Object.keys(after) as (keyof Values)[];
  const changed = names.filter((name) => after[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Values>;
}
