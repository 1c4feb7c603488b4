import { Socket } from 'node:net';
import pg from 'pg';

/** A connection that can be cut at once, without waiting for a frozen server. */
export class Connection extends pg.Client {
  readonly #socket: Socket;
  #isBroken = false;
  #before: Promise<unknown> = Promise.resolve();

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ keepAlive: true, ...config, stream: () => socket });
    this.#socket = socket;
    // Without a listener, a connection that breaks while it is in use would end the process.
    this.on('error', () => {
      this.#isBroken = true;
    });
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Runs the query after earlier ones: `pg` deprecates its own queue. */
  inTurn(text: string, values: string[] = []): Promise<pg.QueryResult> {
    const answer = this.#before.then(() => this.query(text, values));
    this.#before = answer.catch(() => {}); // each caller handles its own failure
    return answer;
  }

  cut(): void {
    this.#socket.destroy();
  }
}

const TICK_MS = 100;

/**
 * Connects and runs one query. Rejects and cuts the connection if there is no answer in time. Pauses of this process
 * itself do not count, as at a start on a busy machine: an answer may have arrived unread.
 */
export async function connectWithin(
  connection: Connection,
  timeoutMs: number,
  query: () => Promise<unknown>,
): Promise<void> {
  let ticks = timeoutMs / TICK_MS;
  const timer = setInterval(() => {
    ticks -= 1;
    if (ticks <= 0) connection.cut();
  }, TICK_MS);
  try {
    await connection.connect();
    await query();
  } catch (error) {
    connection.cut();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Runs one query on a new connection, see `connectWithin`. */
export async function probe(connectionString: string, timeoutMs: number): Promise<void> {
  const connection = new Connection({ connectionString });
  await connectWithin(connection, timeoutMs, () => connection.query('select 1'));
  connection.cut();
}
