import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './redis-server.ts';
import { startProgram } from './started-program.ts';

/** The name of the host in the recipes. */
export const HOST = 'pod.example';

/** A reverse proxy with TLS, configured by a file of `deploy`. */
export interface Front {
  port: number;
  httpPort: number;
  close(): Promise<void>;
}

interface Setup {
  folder: string;
  /** The port of Earshot, of TLS, and of plain HTTP. */
  ports: { earshot: number; tls: number; http: number };
}

interface Kind {
  program: string;
  /** Writes the configuration. Returns the arguments of the program. */
  configure(setup: Setup): Promise<string[]>;
}

const readRecipe = (name: string) =>
  readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

/** The recipe with the ports and the certificate of a test. */
function adapt(recipe: string, { folder, ports }: Setup): string {
  return recipe
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.earshot}`)
    .replaceAll(/(listen |\*:)443/g, `$1${ports.tls}`)
    .replaceAll(/(listen |\*:)80/g, `$1${ports.http}`)
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, folder);
}

async function makeCertificate(folder: string): Promise<void> {
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`];
  const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', ['req', ...key, ...files, ...subject]);
}

const caddyOptions = ({ ports }: Setup) =>
  `{
    http_port ${ports.http}
    https_port ${ports.tls}
    admin off
    local_certs
    skip_install_trust
  }
  `;

async function runCaddyfile(setup: Setup, recipe: string): Promise<string[]> {
  const file = join(setup.folder, 'Caddyfile');
  await writeFile(file, caddyOptions(setup) + adapt(recipe, setup));
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

const APACHE_MODULES = [
  ...['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'rewrite', 'ssl'],
  'socache_shmcb',
];

const CADDY = '/usr/bin/caddy';

export const FRONTS = {
  Caddy: {
    program: CADDY,
    configure: async (setup) => runCaddyfile(setup, await readRecipe('Caddyfile')),
  },
  nginx: {
    program: '/usr/sbin/nginx',
    async configure(setup) {
      const { folder } = setup;
      const file = join(folder, 'nginx.conf');
      const recipe = adapt(await readRecipe('nginx.conf'), setup);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      await writeFile(
        file,
        `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
        events {} http { access_log off; ${temporary} ${recipe} }`,
      );
      return ['-p', folder, '-c', file];
    },
  },
  Apache: {
    program: '/usr/sbin/apache2',
    async configure(setup) {
      const { folder, ports } = setup;
      const file = join(folder, 'apache.conf');
      const modules = APACHE_MODULES.map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      );
      const common = [
        `ServerRoot ${folder}`,
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/error.log`,
        'User nobody',
        'Group nogroup',
        `DefaultRuntimeDir ${folder}`,
        `Listen ${ports.tls}`,
        `Listen ${ports.http}`,
      ];
      const recipe = adapt(await readRecipe('apache.conf'), setup);
      await writeFile(file, [...modules, ...common, recipe].join('\n'));
      return ['-D', 'FOREGROUND', '-f', file];
    },
  },
  // compose.yaml: the command with the certificate authority of Caddy itself, which cannot reach another one here.
  'Caddy of compose.yaml': {
    program: CADDY,
    async configure({ ports }) {
      const compose = await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8');
      const [, command = ''] = /command: caddy (reverse-proxy .*)/.exec(compose) ?? [];
      const args = command
        .replace(`\${DOMAIN}`, `https://${HOST}:${ports.tls}`)
        .replace('earshot:4000', `127.0.0.1:${ports.earshot}`);
      return [...args.split(' '), '--internal-certs']; // it also listens at port 80
    },
  },
} as const satisfies Record<string, Kind>;

export type FrontName = keyof typeof FRONTS;

/** Debian's packages caddy, nginx and apache2. The tests of missing ones are skipped. */
export const hasFront = (name: FrontName): boolean =>
  existsSync(FRONTS[name].program) && existsSync('/usr/bin/openssl');

export async function openFront(name: FrontName, earshot: number): Promise<Front> {
  return startFront(FRONTS[name], earshot);
}

/** Caddy with a Caddyfile of its own. */
export const openCaddy = (caddyfile: string): Promise<Front> =>
  startFront({ program: CADDY, configure: (setup) => runCaddyfile(setup, caddyfile) }, 0);

async function startFront({ program, configure }: Kind, earshot: number): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-front-'));
  await chmod(folder, 0o755);
  await makeCertificate(folder);
  const [tls, http] = [await freePort(), await freePort()];
  const args = await configure({ folder, ports: { earshot, tls, http } });
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const started = await startProgram(program, args, () => isUp(tls), env);
  return {
    port: tls,
    httpPort: http,
    async close() {
      await started.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const isUp = (port: number) =>
  ask(port, '/healthz').then(
    ({ status }) => status === 200,
    () => false,
  );

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** The address of the client, in 127.0.0.0/8. */
  from?: string;
}

/** A request by TLS to the host of the recipes, whose port is another one here. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Question = {},
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request({
    ...tlsOptions(port, from),
    method,
    path,
    headers: { host: HOST, ...length, ...headers },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

export const tlsOptions = (port: number, localAddress: string) => ({
  host: '127.0.0.1',
  port,
  localAddress,
  servername: HOST,
  rejectUnauthorized: false, // the certificate is made for this test
});
