import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian's package nginx. Without it, its tests are skipped. */
export const hasNginx = existsSync('/usr/sbin/nginx');

export interface TestNginx {
  url: string;
  /** Waits until no request is open, and reads the lines of its log. A request is logged at its end. */
  readLog(): Promise<string[]>;
  close(): Promise<void>;
}

/** The log of docs/numbers-import.md. */
async function logFormat(): Promise<string> {
  const docs = new URL('../../../docs/numbers-import.md', import.meta.url);
  return (
    /map \$request_uri .*log_format earshot[^;]*;/s.exec(await readFile(docs, 'utf8'))?.[0] ?? ''
  );
}

/** The place for files that nginx sends, of docs/hosting.md. */
async function sendsFiles(mediaFolder: string): Promise<string> {
  const docs = await readFile(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');
  const place = /location \/earshot-media\/ \{[^}]*\}/.exec(docs)?.[0] ?? '';
  return place.replace(/alias [^;]*/, `alias ${mediaFolder}/`);
}

/** nginx in front of several servers, configured as in docs/hosting.md. */
export async function openTestNginx(
  port: number,
  upstreams: string[],
  { isLogged = false, mediaFolder = '' } = {},
): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-nginx-'));
  const log = join(folder, 'access.log');
  const servers = upstreams.map(
    (url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      ${isLogged ? `${await logFormat()} access_log ${log} earshot;` : 'access_log off;'} client_max_body_size 0;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      upstream earshot { ${servers.join(' ')} keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        ${isLogged ? 'location = /open-requests { stub_status; access_log off; }' : ''}
        ${mediaFolder && (await sendsFiles(mediaFolder))}
        location / {
          proxy_pass http://earshot; proxy_http_version 1.1;
          proxy_set_header Connection ""; proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_buffering off; proxy_request_buffering off; proxy_next_upstream error timeout;
        }
      }
    }`,
  );
  const child: ChildProcess = spawn(
    '/usr/sbin/nginx',
    ['-p', folder, '-c', `${folder}/nginx.conf`],
    {
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(50);
  }
  return {
    url,
    async readLog() {
      const status = async () => (await fetch(`${url}/open-requests`)).text();
      // The request for the status is the one that it counts itself.
      while (!/Reading: 0 Writing: 1 /.test(await status())) await sleep(50);
      return (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    },
    async close() {
      if (child.exitCode === null) {
        child.kill();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
