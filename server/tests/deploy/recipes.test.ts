import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SECRETS } from '../../src/config/secret-files.ts';
import { readConfig } from '../../src/config.ts';

const { loadAll } = createRequire(import.meta.url)('js-yaml') as {
  loadAll(text: string): unknown[];
};
const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

/** The settings that the tables of docs/hosting.md describe, and the files of those with secrets. */
const SETTINGS = new Set([
  ...read('docs/hosting.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .flatMap((line) => line.split('|')[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []),
  ...SECRETS.map((name) => `${name}_FILE`),
]);

const ANALYZE = '/usr/bin/systemd-analyze';

type Variables = Record<string, string>;

interface Service {
  image?: string;
  environment?: Variables;
  command?: string | string[];
  depends_on?: object;
  volumes?: string[];
}

interface Compose {
  services: Record<string, Service>;
  configs?: Record<string, { content: string }>;
  volumes: object;
}

const VALUES: Variables = {
  DOMAIN: 'pod.example',
  DATABASE_PASSWORD: 'a'.repeat(48),
  S3_PASSWORD: 'b'.repeat(48),
  HOST_KEY: 'c'.repeat(48),
};

const VARIABLE = /\$\{([A-Z0-9_]+)(?::\?[^}]*)?\}/g;

/** Compose replaces the variables of `.env`. */
const fill = (text: string) => text.replace(VARIABLE, (_, name: string) => VALUES[name] ?? '');

const own = ({ services }: Compose) =>
  Object.entries(services).filter(([, { image }]) => image === 'earshot');

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (file) => {
  const text = read(file);
  const [compose] = loadAll(text) as [Compose];

  it('starts Earshot with settings that the server knows and accepts', () => {
    expect(own(compose).length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of own(compose)) {
      expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
      const env = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, fill(value)]),
      );
      expect(readConfig(env)).toMatchObject({
        siteUrl: 'https://pod.example',
        trustProxy: ['uniquelocal'],
      });
    }
  });

  it('says how to write each of its variables', () => {
    const [head = ''] = text.split('\nservices:');
    const comment = head.match(/^#.*$/gm)?.join('\n') ?? '';
    const names = new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name ?? ''));
    expect([...names].sort()).toEqual(
      Object.keys(VALUES)
        .filter((name) => comment.includes(`${name}=`))
        .sort(),
    );
  });

  it('names only parts that it has', () => {
    const services = Object.keys(compose.services);
    for (const { environment = {}, depends_on = {}, command = '', volumes = [] } of Object.values(
      compose.services,
    )) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      const called = [...Object.values(environment), ...[command].flat().join(' ').split(' ')]
        .map(fill)
        .flatMap((value) => /(?:@|\/\/)([a-z0-9]+):\d+/.exec(value)?.[1] ?? []);
      expect([...needed, ...called].filter((name) => !services.includes(name))).toEqual([]);
      const named = volumes.map((volume) => volume.split(':')[0] ?? '');
      expect(named.filter((name) => !name.startsWith('./') && !(name in compose.volumes))).toEqual(
        [],
      );
    }
  });
});

describe('compose.scale.yaml', () => {
  it('runs two servers and two workers', () => {
    const [compose] = loadAll(read('compose.scale.yaml')) as [Compose];
    const roles = own(compose).map(([, service]) => ({
      worker: service.environment?.WORKER,
      replicas: (service as { deploy?: { replicas: number } }).deploy?.replicas,
    }));
    expect(roles).toEqual([
      { worker: 'off', replicas: 2 },
      { worker: 'only', replicas: 2 },
    ]);
  });
});

describe('deploy/kubernetes.yaml', () => {
  interface Part {
    kind: string;
    data?: Variables;
    stringData?: Variables;
    spec?: { template?: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
  }
  const parts = loadAll(read('deploy/kubernetes.yaml')) as Part[];
  const common = Object.assign({}, ...parts.map(({ data, stringData }) => data ?? stringData));

  it('has settings that the server knows and accepts', () => {
    const deployments = parts.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments) {
      const [container] = spec?.template?.spec.containers ?? [];
      const env = { ...common };
      for (const { name, value } of container?.env ?? []) env[name] = value;
      expect(Object.keys(env).filter((name) => !SETTINGS.has(name))).toEqual([]);
      expect(readConfig(env)).toMatchObject({ siteUrl: 'https://pod.example' });
    }
  });
});

describe('deploy/earshot.service', () => {
  it('has settings that the server knows and accepts', () => {
    const lines = read('deploy/earshot.service').matchAll(/^Environment=(\w+)=(.*)$/gm);
    const env = Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]));
    expect(Object.keys(env).filter((name) => !SETTINGS.has(name))).toEqual([]);
    expect(readConfig(env)).toMatchObject({ siteUrl: 'https://pod.example', host: '127.0.0.1' });
  });

  it.runIf(existsSync(ANALYZE))('is a unit that systemd reads without a complaint', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-unit-'));
    const file = join(folder, 'earshot.service');
    // The unit of the documents starts the Node of the system, which may be another one here.
    await writeFile(
      file,
      read('deploy/earshot.service').replace('/usr/bin/node', process.execPath),
    );
    const { stderr } = await promisify(execFile)(ANALYZE, ['verify', '--man=no', file]);
    expect(stderr.split('\n').filter((line) => line.includes('earshot'))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('deploy/traefik.yaml', () => {
  it('names only parts that it has', () => {
    interface Router {
      service: string;
      middlewares?: string[];
    }
    const [{ http }] = loadAll(read('deploy/traefik.yaml')) as [
      { http: { routers: Record<string, Router>; middlewares: object; services: object } },
    ];
    for (const { service, middlewares = [] } of Object.values(http.routers)) {
      expect(Object.keys(http.services)).toContain(service);
      for (const name of middlewares) expect(Object.keys(http.middlewares)).toContain(name);
    }
  });
});
