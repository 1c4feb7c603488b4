import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A project with our settings of npm, whose commands need no build. */
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-npm-'));
  await copyFile(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
  const scripts = {
    admin: 'node admin.mjs',
    test: 'node admin.mjs',
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'host', scripts }));
  await writeFile(
    join(folder, 'admin.mjs'),
    `const args = process.argv.slice(2);
    console.log(JSON.stringify({ args }));
    console.error('said by the command');
    process.exitCode = args.includes('fail') ? 2 : 0;`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs npm as somebody does in a shell: without what npm has told this test. */
async function npm(...args: string[]) {
  const env = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const child = spawn('npm', args, { cwd: folder, env: Object.fromEntries(env) });
  const code = new Promise((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
}

describe('npm, with the settings of this project', () => {
  it('prints nothing on the standard output besides the line of the command', async () => {
    const { code, out, error } = await npm('run', 'admin', '--', 'user', 'create', '--json');
    expect(code).toBe(0);
    expect(out).toBe('{"args":["user","create","--json"]}\n');
    expect(error).toContain('said by the command');
  });

  it('passes on the exit code, and what a command that fails has said', async () => {
    const { code, out, error } = await npm('run', 'admin', '--', 'fail');
    expect(code).toBe(2);
    expect(out.split('\n')[0]).toBe('{"args":["fail"]}');
    expect(error).toContain('said by the command');
  });

  it('shows the output of npm test, and its own errors', async () => {
    expect((await npm('test')).out).toContain('{"args":[]}');
    const { code, error } = await npm('run', 'missing');
    expect(code).toBe(1);
    expect(error).toContain('Missing script: "missing"');
  });
});
