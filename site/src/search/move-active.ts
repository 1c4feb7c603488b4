/** The next or previous of `count` options. Between the last and the first is -1, the field's own text. */
export function moveActive(active: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}
