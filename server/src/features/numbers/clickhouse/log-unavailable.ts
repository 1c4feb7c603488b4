/** The database of NUMBERS_URL does not answer, or refuses. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** The database of NUMBERS_URL can never store these rows. Its code is that of PostgreSQL for wrong data. */
export class UnstorableRows extends Error {
  override readonly name = 'UnstorableRows';
  readonly code = '22000';
}
