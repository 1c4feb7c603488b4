let hasWarned = false;

/** Says the first thing that goes wrong on a page, and no second. */
export function warn(...reason: unknown[]): void {
  if (!hasWarned) console.warn('Earshot:', ...reason);
  hasWarned = true;
}
