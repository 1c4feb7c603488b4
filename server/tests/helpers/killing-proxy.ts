import { connect, createServer, type Server, type Socket } from 'node:net';

/** Sits between a server and all its peers, and kills the server at a step that a test chooses. */
export interface KillingProxy {
  /** An address for reaching `target` through this proxy: the same, with another host and port. */
  open(target: string): Promise<string>;
  /** The step with this number from now is lost, and `kill` is called. The first has the number 1. */
  killAt(step: number, kill: () => void): void;
  /** The number of steps since the last call of `killAt`. */
  count(): number;
  /** Passes on the messages of the next server. */
  resume(): void;
  close(): Promise<void>;
}

/** Reads change nothing, so a kill before a read is the same as a kill after the write before it. */
const WRITE = /\b(insert into|update|delete from|commit)\b/i;

/**
 * Each message over HTTP is a step, and so is each writing message to the database and its answer: a lost message has
 * had no effect, and one whose answer is lost has had it.
 */
export function openKillingProxy(): KillingProxy {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let steps = 0;
  let lastStep = Number.POSITIVE_INFINITY;
  let kill = () => {};
  let isLost = false;

  function isLastStep(): boolean {
    steps += 1;
    if (steps !== lastStep) return false;
    isLost = true;
    kill();
    return true;
  }

  function join(client: Socket, target: URL): void {
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
      for (const socket of [client, upstream]) sockets.delete(socket);
    };
    let isStep = true;
    const isDatabase = target.protocol.startsWith('postgres');
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk: Buffer) => {
        if (from === client && isDatabase) isStep = WRITE.test(chunk.toString('latin1'));
        if (isLost || (isStep && isLastStep())) return;
        to.write(chunk);
      });
    pass(client, upstream);
    pass(upstream, client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
  }

  return {
    async open(target) {
      const url = new URL(target);
      const server = createServer((client) => join(client, url));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      return Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href.replace(/\/$/, '');
    },
    killAt(step, ends) {
      steps = 0;
      lastStep = step;
      kill = ends;
    },
    count: () => steps,
    resume() {
      isLost = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}
