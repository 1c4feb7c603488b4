import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromHere } from '../../src/cli/typed-source.ts';

afterEach(() => vi.unstubAllEnvs());

describe('fromHere', () => {
  it('takes a path from the folder in which npm was called', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-here-'));
    await writeFile(join(folder, 'package.json'), '');
    expect(fromHere('package.json', folder)).toBe(join(folder, 'package.json'));
    expect(fromHere('new.xml', folder)).toBe(join(folder, 'new.xml'));
    await rm(folder, { recursive: true });
  });

  it('takes a path from the folder of the process if npm did not start it', () => {
    vi.stubEnv('INIT_CWD', undefined);
    expect(fromHere('new.xml')).toBe(resolve('new.xml'));
    expect(fromHere(resolve('/new.xml'))).toBe(resolve('/new.xml'));
  });

  it('leaves an address as it is', () => {
    expect(fromHere('https://pod.example/feed.xml', '/tmp')).toBe('https://pod.example/feed.xml');
  });

  it.each(['ftp://x/', 's3://bucket/feed.xml', 'http://'])(
    'refuses %s as an address',
    (address) => {
      expect(() => fromHere(address)).toThrow('Name a file, or a complete http or https address.');
    },
  );
});
