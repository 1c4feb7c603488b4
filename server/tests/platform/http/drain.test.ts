import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createDrain } from '../../../src/platform/http/drain.ts';

const ask = (port: number, agent: Agent) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    get({ port, agent }, (answer) => {
      const { statusCode: status, headers } = answer;
      answer.resume().on('end', () => resolve({ status, connection: headers.connection }));
    }).on('error', reject);
  });

describe('createDrain', () => {
  it('goes on answering for its time, and each answer ends its connection', async () => {
    const app = Fastify();
    app.addHook('onRequest', (_request, reply, done) => {
      reply.send('early');
      done();
    });
    app.get('/', async () => 'late');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const waits: { ms: number; end: () => void }[] = [];
    const drain = createDrain(5, (ms) => new Promise<void>((end) => waits.push({ ms, end })));
    expect(await ask(port, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    drain.refuseIfBegun();
    const over = drain.begin(app);
    expect(() => drain.refuseIfBegun()).toThrow();
    expect(await ask(port, agent)).toEqual({ status: 200, connection: 'close' });
    expect(await ask(port, agent)).toEqual({ status: 200, connection: 'close' });
    expect(waits.map(({ ms }) => ms)).toEqual([5_000]);
    waits[0]?.end();
    await over;
    agent.destroy();
    await app.close();
  });

  it('takes no time without the setting', async () => {
    const app = Fastify();
    const drain = createDrain(0, () => Promise.reject(new Error('It waited.')));
    await drain.begin(app);
    expect(() => drain.refuseIfBegun()).toThrow();
  });
});
