export type RouteParams = Readonly<Record<string, string | number>>;

/**
 * Fills the `{name}` placeholders of a path and encodes the values. Null if a placeholder has no value, or a value
 * that would change the path: an empty one, `.` or `..`.
 */
export function fillPattern(pattern: string, params: RouteParams): string | null {
  let isWhole = true;
  const path = pattern.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? `${params[name]}` : '';
    isWhole &&= !/^\.{0,2}$/.test(value);
    return encodeURIComponent(value);
  });
  return isWhole ? path : null;
}

/** The names of the placeholders of a path. */
export function placeholdersOf(pattern: string): string[] {
  return [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

const PLACEHOLDER = /\{(\w+)\}/g;
