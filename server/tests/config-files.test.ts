import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRETS } from '../src/config/secret-files.ts';
import { readConfig } from '../src/config.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(text: string): Promise<string> {
  const path = join(folder, 'secret');
  await writeFile(path, text);
  return path;
}

const HOST_KEY = 'a key of 32 random characters ...';

describe('a setting in a file', () => {
  it('is the text of the file without the end of its last line', async () => {
    for (const end of ['', '\n', '\r\n']) {
      const HOST_KEY_FILE = await fileWith(HOST_KEY + end);
      expect(readConfig({ HOST_KEY_FILE }).hostKey).toBe(HOST_KEY);
    }
    const DATABASE_URL_FILE = await fileWith('postgres://a:b@db/earshot\n');
    expect(readConfig({ DATABASE_URL_FILE }).databaseUrl).toBe('postgres://a:b@db/earshot');
    const DATABASE_READ_URL_FILE = await fileWith('postgres://a:b@replica/earshot\n');
    expect(readConfig({ DATABASE_URL_FILE, DATABASE_READ_URL_FILE }).databaseReadUrl).toBe(
      'postgres://a:b@replica/earshot',
    );
  });

  it('keeps other white space of a secret', async () => {
    const HOST_KEY_FILE = await fileWith(` ${HOST_KEY} \n\n`);
    expect(readConfig({ HOST_KEY_FILE }).hostKey).toBe(` ${HOST_KEY} \n`);
  });

  it('counts as set for the settings beside it', async () => {
    const S3_SECRET_ACCESS_KEY_FILE = await fileWith('secret\n');
    const env = { S3_BUCKET: 'pod', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY_FILE };
    expect(readConfig(env).s3?.credentials).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(() => readConfig({ S3_SECRET_ACCESS_KEY_FILE })).toThrow(
      'S3_SECRET_ACCESS_KEY is set, but S3_BUCKET is not',
    );
  });

  it('is checked like the setting itself, and an error does not show its password', async () => {
    const SMTP_URL_FILE = await fileWith('https://ann:secret@mail.example.org');
    expect(() => readConfig({ SMTP_URL_FILE })).toThrow(
      'SMTP_URL is "https://***@mail.example.org"',
    );
  });

  it('is refused if the setting is set as well', async () => {
    const env = { HOST_KEY, HOST_KEY_FILE: await fileWith(HOST_KEY) };
    expect(() => readConfig(env)).toThrow(
      'HOST_KEY and HOST_KEY_FILE are both set. Remove one of them.',
    );
    expect(readConfig({ ...env, HOST_KEY: '' }).hostKey).toBe(HOST_KEY);
    expect(readConfig({ HOST_KEY, HOST_KEY_FILE: '' }).hostKey).toBe(HOST_KEY);
  });

  it.each(SECRETS)('is refused with its path if it cannot be read: %s', (name) => {
    const path = join(folder, 'missing');
    expect(() => readConfig({ [`${name}_FILE`]: path })).toThrow(
      `${name}_FILE is "${path}": there is no such file.`,
    );
  });

  it('is possible for every setting whose name says that it is a secret', async () => {
    const config = new URL('../src/config/', import.meta.url);
    const files = await readdir(config);
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, config), 'utf8')));
    const names = texts
      .join('\n')
      .match(/\b[A-Z][A-Z0-9_]*_(SECRET|TOKEN|PRIVATE_KEY|SECRET_KEY|ACCESS_KEY)\b/g);
    expect(names).toContain('STRIPE_SECRET_KEY');
    expect(
      [...new Set(names)].filter((name) => !SECRETS.some((secret) => secret.endsWith(name))),
    ).toEqual([]);
  });

  it('is listed in docs/hosting.md', async () => {
    const docs = await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
    const [, list = ''] = /This works for ([^.]*)\./.exec(docs) ?? [];
    expect(list.match(/[A-Z0-9_]+/g)).toEqual([...SECRETS]);
  });

  it('is refused if it is empty, or a folder', async () => {
    const path = await fileWith('\n');
    expect(() => readConfig({ HOST_KEY_FILE: path })).toThrow(
      `HOST_KEY_FILE is "${path}": that file is empty.`,
    );
    expect(() => readConfig({ HOST_KEY_FILE: folder })).toThrow(
      `HOST_KEY_FILE is "${folder}": it is a folder, not a file.`,
    );
  });
});

describe.each(['NUMBERS_COUNTRY_FILE', 'NUMBERS_NETWORK_FILE'])(
  'the list of addresses %s',
  (name) => {
    const installed = createRequire(import.meta.url).resolve(
      '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
    );

    it("is a file in MaxMind's format", () => {
      const { countryFile, networkFile } = readConfig({ [name]: installed });
      expect([countryFile, networkFile]).toContain(installed);
    });

    it.each([
      ['a packed file', async () => fileWith('\x1f\x8b...')],
      ['an empty file', async () => fileWith('')],
      ['a folder', async () => folder],
    ])('is refused if it is %s', async (_, makePath) => {
      const path = await makePath();
      expect(() => readConfig({ [name]: path })).toThrow(
        `${name} is "${path}": it must be a file in MaxMind's format, such as GeoLite2-Country.mmdb.`,
      );
    });

    it('is refused if it is missing', () => {
      const path = join(folder, 'missing');
      expect(() => readConfig({ [name]: path })).toThrow(
        `${name} is "${path}": there is no such file.`,
      );
    });
  },
);
