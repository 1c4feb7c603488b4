import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `silence`: it never answers. */
export type Answer =
  | { status?: number; type?: string; body: string; delayMs?: number; delayBodyMs?: number }
  | 'hang up'
  | 'silence';

export interface AdsHost {
  readonly url: string;
  /** All ads calls, in order. */
  readonly asked: URL[];
  answer(next: Answer | ((request: IncomingMessage) => Answer)): void;
  stop(): Promise<void>;
}

const refuse = (_: IncomingMessage, response: ServerResponse): void =>
  void response.writeHead(404).end();

/**
 * An ads host on a random port, for pages of any origin. It records the ads calls and answers as the test says. `serve`
 * handles all other requests.
 */
export async function startAdsHost(serve = refuse): Promise<AdsHost> {
  const asked: URL[] = [];
  let answerOf: (request: IncomingMessage) => Answer = () => ({ body: '' });
  const timers = new Set<NodeJS.Timeout>();
  const after = (delayMs: number, run: () => void) => timers.add(setTimeout(run, delayMs));

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://ads.test');
    if (!url.pathname.endsWith('/ads/listen')) return serve(request, response);
    asked.push(url);
    const answer = answerOf(request);
    if (answer === 'silence') return;
    if (answer === 'hang up') {
      request.socket.destroy();
      return;
    }
    const { status = 200, type = 'application/json', body, delayMs = 0, delayBodyMs = 0 } = answer;
    after(delayMs, () => {
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' });
      response.flushHeaders();
      after(delayBodyMs, () => response.end(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next) {
      answerOf = typeof next === 'function' ? next : () => next;
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
