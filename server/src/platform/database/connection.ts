import { Socket } from 'node:net';
import pg from 'pg';

/** A connection that can be cut at once, without waiting for the server, which may be frozen. */
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

  /** Runs the query after the others that were asked in turn: `pg` deprecates its own queue. */
  inTurn(text: string, values: string[] = []): Promise<pg.QueryResult> {
    const answer = this.#before.then(() => this.query(text, values));
    this.#before = answer.catch(() => {}); // each asker hears of its own failure
    return answer;
  }

  cut(): void {
    this.#socket.destroy();
  }
}

const TICK_MS = 100;

/**
 * Runs one query on a new connection. Rejects if there is no answer in time. Time in which this process itself stood
 * still does not count, as at a start on a busy machine: an answer may lie unread.
 */
export async function probe(connectionString: string, timeoutMs: number): Promise<void> {
  const connection = new Connection({ connectionString });
  let ticks = timeoutMs / TICK_MS;
  const timer = setInterval(() => {
    ticks -= 1;
    if (ticks <= 0) connection.cut();
  }, TICK_MS);
  try {
    await connection.connect();
    await connection.query('select 1');
  } finally {
    clearInterval(timer);
    connection.cut();
  }
}
