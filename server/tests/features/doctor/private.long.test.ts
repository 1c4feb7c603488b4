import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { examine } from '../../../src/features/doctor/doctor.ts';
import { dialPublic } from '../../../src/platform/browser/guarded-proxy.ts';

let page: Server;
let secret: Server;
let asked: string[] = [];
const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  secret = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('secret');
  });
  page = createServer((request, response) => {
    const to = addressOf(secret);
    if (request.url === '/redirect')
      return response.writeHead(302, { Location: `http://${to}/r` }).end();
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!DOCTYPE html><title>Hostile</title><body>
      <img src="http://${to}/img"><iframe src="http://${to}/frame"></iframe>
      <iframe src="http://localhost:${to.split(':')[1]}/player?episode_id=1"></iframe>
      <iframe src="/redirect"></iframe><iframe src="file:///etc/passwd"></iframe>
      <script>
        fetch('http://${to}/fetch', { mode: 'no-cors' }).catch(function () {});
        new WebSocket('ws://${to}/socket');
        navigator.sendBeacon('http://${to}/beacon', 'x');
        var link = document.createElement('link'); link.rel = 'preconnect'; link.href = 'http://${to}'; document.head.append(link);
        open('http://${to}/window');
        alert('stop'); onbeforeunload = function () { return 'stay' };
      </script>`);
  });
  for (const server of [page, secret]) {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  }
});
afterAll(() => {
  page.closeAllConnections();
  page.close();
  secret.close();
});

it('lets a page reach nothing but public hosts', async () => {
  asked = [];
  // The page itself may be here, as with `--private`; the other server may not.
  const report = await examine(`http://${addressOf(page)}/`, {
    chromiumPath: null,
    hasSandbox: false,
    dial: dialPublic([addressOf(page)]),
    maxBytes: 10_000_000,
    withinMs: 60_000,
    config: readConfig({ SITE_URL: 'https://pod.example' }),
    openDatabase: () => Promise.reject(new Error('not needed')),
  });
  expect(report.findings.map(({ reason }) => reason)).toEqual(['private_address']);
  expect(asked).toEqual([]);
});

it('opens no page of a private host', async () => {
  asked = [];
  const visit = examine(`http://${addressOf(secret)}/`, {
    chromiumPath: null,
    hasSandbox: false,
    dial: dialPublic([]),
    maxBytes: 10_000_000,
    withinMs: 60_000,
    config: readConfig({}),
    openDatabase: () => Promise.reject(new Error('not needed')),
  });
  await expect(visit).rejects.toThrow(/private network/);
  expect(asked).toEqual([]);
});
