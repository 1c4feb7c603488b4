/** The PostgreSQL that this process uses. */
export interface DatabaseServer {
  /**
   * The address for connections that keep something in their session: LISTEN, locks, long work. Changes when an embedded
   * server comes back on another port.
   */
  connectionString(): string;
  /** The address of a pooler for all other queries. Each of its transactions may have another session. Null if there is none. */
  pooler: string | null;
  /**
   * Brings the server back after a loss: an embedded server that died is started again.
   * @throws StartError if no server runs and none can be started; another error if the server may still come back.
   */
  restore(): Promise<void>;
  /** Calls the listener when this object's own connection breaks. */
  onBroken(listener: (cause: Error) => void): void;
  close(): Promise<void>;
}

/** A server outside of this process, at DATABASE_URL. With a direct address of the server, DATABASE_URL is that of a pooler. */
export function remoteServer(databaseUrl: string, directUrl: string | null = null): DatabaseServer {
  return {
    connectionString: () => directUrl ?? databaseUrl,
    pooler: directUrl && databaseUrl,
    async restore() {},
    onBroken() {},
    async close() {},
  };
}

/** The address that queries of requests use. */
export const queryAddress = (server: DatabaseServer): string =>
  server.pooler ?? server.connectionString();
