/** The PostgreSQL that this process uses. */
export interface DatabaseServer {
  /** Changes when an embedded server comes back on another port. */
  connectionString(): string;
  /**
   * Brings the server back after a loss: an embedded server that died is started again.
   * @throws StartError if no server runs and none can be started; another error if the server may still come back.
   */
  restore(): Promise<void>;
  /** Calls the listener when this object's own connection breaks. */
  onBroken(listener: (cause: Error) => void): void;
  close(): Promise<void>;
}

/** A server outside of this process, at DATABASE_URL. */
export function remoteServer(databaseUrl: string): DatabaseServer {
  return {
    connectionString: () => databaseUrl,
    async restore() {},
    onBroken() {},
    async close() {},
  };
}
