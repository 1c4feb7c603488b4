/** The PostgreSQL that this process uses. */
export interface DatabaseServer {
  /** Changes when an embedded server comes back on another port. */
  connectionString(): string;
  /**
   * Brings the server back after a loss: an embedded server that died is started again.
   * @throws StartError if no server runs and none can be started; another error if the server may still come back.
   */
  restore(): Promise<void>;
  /** Calls the listener when the connection breaks that this object holds itself. */
  onBroken(listener: (cause: Error) => void): void;
  close(): Promise<void>;
}

/** A server that somebody else runs, at DATABASE_URL. */
export function remoteServer(databaseUrl: string): DatabaseServer {
  return {
    connectionString: () => databaseUrl,
    async restore() {},
    onBroken() {},
    async close() {},
  };
}
