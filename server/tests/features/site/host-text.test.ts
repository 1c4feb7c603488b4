import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveSettings } from '../../../src/features/host-settings/host-settings.ts';
import { readHostText } from '../../../src/features/site/host-text.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-host-text-'));
  await mkdir(join(dataDir, 'pages'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFile(join(dataDir, 'pages', file), text);
const read = (language = 'en') =>
  readHostText({ database: test.database, dataDir, name: 'terms', language });

describe('readHostText', () => {
  it('is null if the host has written nothing', async () => {
    expect(await read()).toBeNull();
    await rm(join(dataDir, 'pages'), { recursive: true });
    expect(await read()).toBeNull();
  });

  it('reads Markdown, with headings below the title of the page', async () => {
    await write('terms.md', '# Rules\n\nBe *kind*.\n\n## More\n\n- one\n- two');
    const html = await read();
    expect(html).toContain('<h2>Rules</h2>');
    expect(html).toContain('<h3>More</h3>');
    expect(html).toContain('<em>kind</em>');
    expect(html?.match(/<li>/g)).toHaveLength(2);
  });

  it('prefers the language of the reader, and Markdown to HTML', async () => {
    await write('terms.html', '<p>html</p>');
    expect(await read()).toContain('html');
    await write('terms.md', 'markdown');
    await write('terms.it.html', '<p>italiano</p>');
    expect(await read('en')).toContain('markdown');
    expect(await read('it')).toContain('italiano');
  });

  it.each([
    ['terms.html', '<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)></p>'],
    ['terms.md', 'a <script>alert(1)</script> [b](javascript:alert(1)) <p onclick="x()">c</p>'],
  ])('keeps nothing of %s that runs', async (file, text) => {
    await write(file, text);
    const html = await read();
    expect(html).not.toMatch(/script|onclick|onerror/i);
    expect(html).toContain('a');
  });

  it('prefers what an administrator has written on the site, until he takes it away', async () => {
    await write('terms.md', 'From the file');
    await saveSettings(test.database, { terms: 'From *the site* <script>alert(1)</script>' });
    expect(await read('it')).toBe('<p>From <em>the site</em> </p>');
    await saveSettings(test.database, { terms: '' });
    expect(await read()).toContain('From the file');
  });
});
