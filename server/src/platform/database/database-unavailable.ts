/** The database gave no answer: it is down, it froze, or the connection broke while a query ran. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Whether work failed because the database is lost, also if it asked our own API. */
export const isLoss = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  (error as { reason?: unknown } | null)?.reason === 'UNAVAILABLE';

// Codes of five characters are PostgreSQL's: https://www.postgresql.org/docs/current/errcodes-appendix.html
const LOST =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08...|3D000|53300|57014|57P0[1-5])$/;
// The driver gives these errors no code.
const BROKEN = /timeout|^Connection terminated|not queryable/i;

/** Converts a driver's error about a lost or silent server into `DatabaseUnavailable`, and returns others unchanged. */
export function translateLoss(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isLoss = code ? LOST.test(code) : BROKEN.test(error.message);
  return isLoss ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}
