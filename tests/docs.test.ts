// @vitest-environment happy-dom
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const ROOT = process.cwd();
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

interface Example {
  /** `docs/sdk.md 1`: the first example of the page. */
  name: string;
  file: string;
  code: string;
}

mkdirSync(join(ROOT, 'test-results'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'test-results/docs-'));
const examples: Example[] = PAGES.flatMap((page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(tsx?)\n([\s\S]*?)^```/gm)].map(([, type, code = ''], index) => {
    const file = join(folder, `${page.replace(/\W/g, '-')}-${index + 1}.${type}`);
    return { name: `${page} ${index + 1}`, file, code };
  });
});

beforeAll(() => {
  // The stylesheet exists only after a build.
  const withoutCss = (code: string) => code.replace("import 'earshot/styles.css';\n", '');
  for (const { file, code } of examples) writeFileSync(file, withoutCss(code));
  vi.stubGlobal('fetch', async () => Response.json({ response: { items: [{ title: 'A' }] } }));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div>';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's errors: an empty text if there are none. */
async function compile(): Promise<string> {
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = { noEmit: true, noUnusedLocals: false };
  const files = examples.map(({ file }) => file);
  writeFileSync(
    project,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, files, include: [] }),
  );
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  return await new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', project], (error, said) =>
      resolve(said || (error?.message ?? '')),
    );
  });
}

describe('the examples of the documents', () => {
  it('are found', () => {
    expect(examples.map(({ name }) => name)).toContain('docs/sdk.md 1');
  });

  it('compile', async () => {
    expect(await compile()).toBe('');
  });

  it.each(examples.filter(({ name }) => name.startsWith('docs/sdk.md')))(
    'run: $name',
    async ({ file }) => {
      await import(/* @vite-ignore */ file);
    },
  );
});
