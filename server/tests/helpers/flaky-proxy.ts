import { connect, createServer, type Server, type Socket } from 'node:net';

/** Sits between a client and its database, and breaks like networks and servers. */
export interface FlakyProxy {
  /** The address of the database, through this proxy. */
  url: string;
  /** Ends every connection. */
  cut(): void;
  /** Ends every connection when the client sends its `count`th message from now. */
  cutAtMessage(count: number): void;
  /** Ends every connection and refuses new ones. */
  stop(): Promise<void>;
  /** Accepts connections and passes nothing on, like a frozen server. */
  freeze(): void;
  /** Passes nothing on for the existing connections, like a firewall that forgot them. */
  freezeOpen(): void;
  /** Undoes `stop` and `freeze`. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function openFlakyProxy(databaseUrl: string): Promise<FlakyProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let isFrozen = false;
  let messagesLeft = Number.POSITIVE_INFINITY;
  let port = 0;

  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = () => {
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.pipe(upstream).pipe(client);
    client.on('data', () => {
      messagesLeft -= 1;
      if (messagesLeft > 0) return;
      messagesLeft = Number.POSITIVE_INFINITY;
      cut();
    });
    if (isFrozen) for (const socket of pair) socket.pause();
  });
  const listen = () =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  const freezeOpen = () => {
    for (const socket of [...pairs].flat()) socket.pause();
  };
  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  await listen();
  const address = server.address();
  if (address && typeof address === 'object') port = address.port;

  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    cut,
    cutAtMessage(count) {
      messagesLeft = count;
    },
    stop,
    freeze() {
      isFrozen = true;
      freezeOpen();
    },
    freezeOpen,
    async resume() {
      isFrozen = false;
      for (const socket of [...pairs].flat()) socket.resume();
      if (!server.listening) await listen();
    },
    close: stop,
  };
}
