import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer =
  | { status?: number; type?: string; body: string; delayMs?: number; delayBodyMs?: number }
  | 'hang up';

/** An ads host on a random port that answers as it is told, and remembers what it was asked. */
export async function startAdsHost() {
  const asked: URL[] = [];
  let answer: Answer = { body: '' };
  const timers = new Set<NodeJS.Timeout>();
  const after = (delayMs: number, run: () => void) => timers.add(setTimeout(run, delayMs));

  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://ads.test'));
    if (answer === 'hang up') {
      request.socket.destroy();
      return;
    }
    const { status = 200, type = 'application/json', body, delayMs = 0, delayBodyMs = 0 } = answer;
    after(delayMs, () => {
      response.writeHead(status, { 'content-type': type });
      response.flushHeaders();
      after(delayBodyMs, () => response.end(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next: Answer) {
      answer = next;
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
