/** True if a statement failed because another row has the same value: PostgreSQL's 23505 of this unique index. */
export function isTaken(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === index;
}
