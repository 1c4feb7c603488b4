import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openTraces,
  TRACE_PACKAGES,
  type Traces,
} from '../../../src/platform/traces/open-traces.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { openTraceReceiver } from '../../helpers/trace-receiver.ts';

let receiver: Awaited<ReturnType<typeof openTraceReceiver>>;
const KEY = { 'api-key': 'a secret' };
let traces: Traces;
let test: TestApp;
beforeAll(async () => {
  receiver = await openTraceReceiver();
  traces = await openTraces({
    endpoint: receiver.url,
    serviceName: 'harbour',
    ratio: 1,
    headers: KEY,
  });
  test = await openTestApp({ TRUST_PROXY: '10.0.0.0/8' }, {}, { traces });
  await test.app.inject('/healthz');
});
beforeEach(async () => {
  await traces.flush();
  receiver.spans.length = 0;
});
afterAll(async () => {
  await test?.close();
  await traces?.close();
  receiver?.close();
});

async function ask(url: string, headers = {}, remoteAddress = '192.0.2.1') {
  const answer = await test.app.inject({ url, headers, remoteAddress });
  await traces.flush();
  return answer;
}

/** By the form, which asks the own API. */
async function logIn(headers = {}, remoteAddress = '192.0.2.1') {
  await test.app.inject({
    method: 'POST',
    url: '/login',
    payload: 'email=ann%40example.org&password=wrong',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://site.test',
      ...headers,
    },
    remoteAddress,
  });
  await traces.flush();
}

const requests = () => receiver.spans.filter(({ kind }) => kind === 2);

describe('traces', () => {
  it('have a span of each request, with its queries below it', async () => {
    const { headers } = await ask('/api/v2/episodes/1?key=a-secret');
    const [request] = requests();
    expect(request).toMatchObject({
      name: 'GET /api/v2/episodes/:episode_id',
      hasFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v2/episodes/:episode_id',
        'http.response.status_code': 200,
        'earshot.request_id': headers['x-request-id'],
      },
    });
    const queries = receiver.spans.filter(({ kind }) => kind === 3);
    expect(queries.length).toBeGreaterThan(0);
    for (const { parentSpanId, traceId, name } of queries) {
      expect({ parentSpanId, traceId }).toEqual({
        parentSpanId: request?.spanId,
        traceId: request?.traceId,
      });
      expect(name).toMatch(/^\w+$/);
    }
    expect(JSON.stringify(receiver.spans)).not.toMatch(/secret|192\.0\.2/);
    expect([...receiver.services]).toEqual(['harbour']);
  });

  it('have a request to the own API below the one that makes it, with its queries', async () => {
    await logIn();
    const [form, ...others] = requests();
    expect(form?.name).toBe('POST /login');
    expect(others).toEqual([]);
    const api = receiver.spans.find(({ kind }) => kind === 1);
    expect(api).toMatchObject({ name: 'POST /api/v2/auth/login', parentSpanId: form?.spanId });
    expect(receiver.spans.filter(({ parentSpanId }) => parentSpanId === api?.spanId)).not.toEqual(
      [],
    );
    expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('continue that of a trusted proxy only', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    await ask('/api/v2/episodes/2', { traceparent }, '10.1.2.3');
    expect(requests()[0]).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
    receiver.spans.length = 0;
    await ask('/api/v2/episodes/2', { traceparent });
    expect(requests()[0]?.traceId).not.toBe(traceId);
    receiver.spans.length = 0;
    await ask('/api/v2/episodes/2', { traceparent: 'nonsense' }, '10.1.2.3');
    expect(requests()[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('are not sent if the trusted proxy does not sample them', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    await ask('/api/v2/episodes/2', { traceparent }, '10.1.2.3');
    await logIn({ traceparent }, '10.1.2.3');
    expect(receiver.spans).toEqual([]);
  });

  it('name a request of an unknown address by its method', async () => {
    await ask('/nowhere/else');
    expect(requests()[0]).toMatchObject({ name: 'GET', hasFailed: false });
  });
});

describe('openTraces', () => {
  it('sends the headers that the receiver wants', async () => {
    await ask('/api/v2/episodes/1');
    expect([...receiver.keys]).toEqual([KEY['api-key']]);
  });

  it('names the packages that it is tested with, as the documents do', async () => {
    const read = (path: string) =>
      readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    const { devDependencies } = JSON.parse(await read('server/package.json'));
    const documents = await read('docs/hosting.md');
    for (const wanted of TRACE_PACKAGES) {
      const [, name = '', version] = /^(.+)@(.+)$/.exec(wanted) ?? [];
      expect(devDependencies[name]).toBe(version);
      expect(documents).toContain(wanted);
    }
  });

  it('says which packages are missing', async () => {
    const missing = Object.assign(new Error('Cannot find package'), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    await expect(
      openTraces(
        { endpoint: receiver.url, serviceName: 'x', ratio: 1, headers: {} },
        { load: () => Promise.reject(missing) },
      ),
    ).rejects.toThrow(
      /npm install --no-save --omit=dev @opentelemetry\/api@\S+ .*exporter-trace-otlp-http@/,
    );
  });

  it('reports once that the receiver takes no traces, and that it takes them again', async () => {
    const reports: string[] = [];
    const report = (level: string, message: string) => reports.push(`${level} ${message}`);
    const settings = { endpoint: `${receiver.url}`, serviceName: 'x', ratio: 1, headers: {} };
    const watched = await openTraces(settings, { report });
    const send = async () => {
      watched.begin('job', { name: 'send_mail', attributes: {} }).end();
      await watched.flush().catch(() => {});
    };
    await send();
    receiver.answer(404);
    await send();
    await send();
    receiver.answer(200);
    await send();
    await watched.close();
    expect(reports).toEqual([
      expect.stringMatching(
        /^warn OTEL_EXPORTER_OTLP_ENDPOINT takes no traces \(.*Not Found.*\)\. They are lost/,
      ),
      'info OTEL_EXPORTER_OTLP_ENDPOINT takes traces again.',
    ]);
  });

  it('does not keep a process whose receiver is away', async () => {
    const lost = await openTraces({
      endpoint: 'http://127.0.0.1:9',
      serviceName: 'x',
      ratio: 1,
      headers: {},
    });
    lost.begin('job', { name: 'send_mail', attributes: {} }).end({ error: 'send_mail' });
    await lost.close();
  });
});
