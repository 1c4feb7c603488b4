/** The PostgreSQL that this process uses. */
export interface DatabaseServer {
  /** Changes when an embedded server comes back on another port. */
  connectionString(): string;
  /**
   * Repairs what a loss has broken: an embedded server that died is started again.
   * @throws StartError when no server runs and none can be started; any other error when it is worth waiting.
   */
  restore(): Promise<void>;
  /** Calls the listener when a connection breaks that the server object holds itself. */
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
