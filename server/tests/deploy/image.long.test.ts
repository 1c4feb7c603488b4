import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../helpers/redis-server.ts';
import {
  buildTestImage,
  findObstacle,
  IMAGE,
  podman,
  runArguments,
} from '../helpers/test-image.ts';

const BUILD_WITHIN_MS = 1_500_000;
const MAX_BYTES = 400e6;
const USER = '10001';

const name = `earshot-test-${randomBytes(4).toString('hex')}`;
let foreign = '';

/** A start that is refused. */
async function refusalOf(...options: string[]): Promise<{ code: number; stderr: string }> {
  return promisify(execFile)('podman', runArguments(options)).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr: stderr.trim() }),
  );
}

const obstacle = await findObstacle();
if (obstacle) process.stderr.write(`skipped: no image can be built here: ${obstacle}\n`);

describe.skipIf(obstacle !== null)('the image', () => {
  beforeAll(async () => {
    await buildTestImage();
    foreign = await mkdtemp(join(tmpdir(), 'earshot-foreign-'));
    await chmod(foreign, 0o755);
  }, BUILD_WITHIN_MS);
  afterAll(async () => {
    if (foreign) await rm(foreign, { recursive: true });
    await podman('rm', '--force', name).catch(() => {});
    await podman('volume', 'rm', '--force', name).catch(() => {});
  });

  it('has less than 400 MB, a user, a health check, and no tools of a build', async () => {
    const { stdout } = await podman('image', 'inspect', IMAGE);
    const [{ Size, Config, Labels, Healthcheck, User }] = JSON.parse(stdout);
    expect(Size).toBeLessThan(MAX_BYTES);
    expect(User).toBe('earshot');
    expect(Healthcheck.Test).toEqual(['CMD', 'node', 'scripts/healthcheck.mjs']);
    expect(Config.StopSignal).toBe('SIGTERM');
    expect(Labels).toMatchObject({
      'org.opencontainers.image.title': 'Earshot',
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.source': expect.stringMatching(/^https:/),
    });
    const tools = ['npm', 'npx', 'g++', 'make', 'python3', 'curl'].join(' ');
    const look = `for tool in ${tools}; do command -v $tool; done; ls node_modules/.bin node_modules`;
    const { stdout: found } = await promisify(execFile)(
      'podman',
      runArguments(['--entrypoint', 'sh'], '-c', look),
    );
    expect(found).toContain('fastify');
    expect(found).not.toMatch(/^\/|^(rollup|esbuild|typescript|tsx|vitest)$/m);
  });

  it('starts on an empty volume without a build, with a read-only root, and stops by SIGTERM', async () => {
    const port = await freePort();
    const server = spawn(
      'podman',
      runArguments([
        ...['--name', name, '--volume', `${name}:/data`, '--env', `PORT=${port}`],
        ...['--read-only', '--read-only-tmpfs=false', '--cap-drop', 'all'],
        ...['--security-opt', 'no-new-privileges'],
      ]),
    );
    const ended = once(server, 'exit');
    let said = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          said += chunk;
          if (said.includes('is running')) resolve();
        });
      }
      server.once('exit', () => reject(new Error(`It ended. ${said}`)));
    });
    expect(said).toMatch(/setup +http\S+\/setup\?token=/);
    expect(said).not.toContain('Building');
    const address = `http://127.0.0.1:${port}`;
    for (const path of ['/', '/healthz', '/readyz', '/show/field-notes-on-sound', '/login']) {
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    }
    await podman('exec', name, 'node', 'scripts/healthcheck.mjs');
    const { stdout: users } = await podman(
      'exec',
      name,
      'node',
      'scripts/start.mjs',
      'admin',
      'user',
      'list',
    );
    expect(users).toContain('mara-lindqvist');
    await expect(podman('exec', name, 'touch', '/app/file')).rejects.toThrow('Read-only');
    const { stdout: identity } = await podman('exec', name, 'id');
    expect(identity).toContain(`uid=${USER}(earshot)`);
    await podman('kill', '--signal', 'TERM', name);
    expect((await ended)[0]).toBe(0);
  });

  it('says what is wrong with its volume, and what to do', async () => {
    expect(await refusalOf('--volume', `${name}:/data:ro`)).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR \/data is on a read-only file system\. Mount .*$/),
    });
    expect(await refusalOf('--volume', `${foreign}:/data`)).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^DATA_DIR \/data belongs to user 0, and this program runs as user 10001, .*chown -R 10001:10001.*$/,
      ),
    });
  });

  it('fails its health check while no server answers', async () => {
    const check = runArguments(
      ['--entrypoint', 'node', '--env', 'PORT=9'],
      'scripts/healthcheck.mjs',
    );
    await expect(promisify(execFile)('podman', check)).rejects.toMatchObject({ code: 1 });
  });
});
