import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import { openTestApp, type SharedApp } from '../../helpers/test-app.ts';

interface Operation {
  operationId: string;
  summary?: string;
  tags: string[];
  security: object[];
  parameters: { name?: string; in?: string; $ref?: string }[];
  requestBody?: { required: boolean; content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
}

let test: SharedApp;
let text: string;
let operations: [name: string, operation: Operation][];
const at = (name: string) => operations.find(([known]) => known === name)?.[1] as Operation;
beforeAll(async () => {
  test = await sharedApp();
  text = (await test.app.inject({ url: '/api/openapi.json' })).body;
  const paths: Record<string, Record<string, Operation>> = JSON.parse(text).paths;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, operation] as [string, Operation],
    ),
  );
});

/** Not installed with the other packages, because one test needs its 14 MB: npm downloads it once. */
const LINTER = '@redocly/cli@2.77.0';

/** The complaints of the linter, with its strict rules. */
async function lint(document: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, document);
  const config = fileURLToPath(new URL('redocly.yaml', import.meta.url));
  const npx = ['exec', '--yes', '--prefer-offline', `--package=${LINTER}`, '--'];
  const options = ['--config', config, '--format', 'json', '--max-problems', '1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const output = await new Promise<string>((resolve) => {
    const args = [...npx, 'redocly', 'lint', file, ...options];
    execFile('npm', args, { env, maxBuffer: 64 << 20 }, (_, out) => resolve(out));
  });
  await rm(folder, { recursive: true });
  const { problems } = JSON.parse(output) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`;
  });
}

describe('the OpenAPI document', () => {
  it('has no fault that the linter knows, and every example fits its schema', async () => {
    // A fault of one operation is put in, which shows that the linter looks.
    const found = await lint(text.replace('"summary"', '"summery"'));
    expect(found.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'operation-summary',
      'struct',
    ]);
  });

  it('says in a few words what each operation does', () => {
    const silent = operations.filter(([, { summary = '' }]) => !/^[A-Z].{4,70}[^.]$/.test(summary));
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('has an example of each body and of each answer', () => {
    const bare = operations.flatMap(([name, { requestBody, responses }]) => {
      const answers = Object.entries(responses).filter(([, { $ref }]) => !$ref);
      const media = [
        ...Object.entries(requestBody?.content ?? {}),
        ...answers.flatMap(([, { content = {} }]) => Object.entries(content)),
      ];
      return media.filter(([, { example }]) => example === undefined).map(([type]) => [name, type]);
    });
    // Add `examples` to the schema of the field, or its name to field-examples.ts.
    expect(bare).toEqual([]);
  });

  it('describes all errors with one envelope', () => {
    for (const [name, { responses }] of operations) {
      expect([name, Object.keys(responses)]).toEqual([
        name,
        expect.arrayContaining(['400', '401', 'default']),
      ]);
    }
    expect(Object.keys(at('GET /v2/shows/{show_id}').responses)).toEqual([
      '200',
      '304',
      '400',
      '401',
      '404',
      '412',
      'default',
    ]);
    expect(Object.keys(at('POST /show').responses)).toEqual(
      expect.arrayContaining(['201', '403', '404', '409', '413', '415', '422', '429']),
    );
  });

  it('says who may ask', () => {
    expect(at('GET /v2/shows').security).toEqual([{}, { bearer: [] }, { cookie: [] }]);
    expect(at('GET /v2/me').security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(at('GET /v2/shows/{show_id}/numbers').security).toEqual([
      { bearer: ['numbers'] },
      { cookie: [] },
    ]);
  });

  it('names the fields that every operation takes', () => {
    for (const [, { parameters }] of operations) {
      const refs = parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
      expect(refs).toEqual(expect.arrayContaining(['culture', 'c', 'escape', 'v']));
    }
    const named = at('GET /v2/shows').parameters.map(({ name, $ref }) => name ?? $ref);
    expect(new Set(named).size).toBe(named.length);
  });

  it('has bodies in each content type', () => {
    expect(Object.keys(at('POST /show').requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    const cover = at('PUT /show/{show_id}/cover').requestBody;
    expect([cover?.required, Object.keys(cover?.content ?? {})]).toEqual([
      true,
      ['multipart/form-data'],
    ]);
  });

  it('names the key of a POST that can be sent again, and not of one whose answer is secret', () => {
    const takesKey = (name: string) =>
      at(name).parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
    expect(takesKey('POST /show')).toBe(true);
    expect(takesKey('POST /v2/auth/login')).toBe(false);
    expect(takesKey('PUT /show/{show_id}')).toBe(false);
  });

  it('names the cookie of the host', async () => {
    const other = await openTestApp({ SITE_URL: 'https://site.test' });
    const { components } = (await other.app.inject({ url: '/api/openapi.json' })).json();
    expect(components.securitySchemes.cookie.name).toBe('__Host-session');
    await other.close();
  });
});
