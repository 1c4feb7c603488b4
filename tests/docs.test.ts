// @vitest-environment happy-dom
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
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

/** The compiler's errors, as `file: text`. */
function compile(files: string[]): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(files, { ...options, noUnusedLocals: false });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

describe('the examples of the documents', () => {
  it('are found', () => {
    expect(examples.map(({ name }) => name)).toContain('docs/sdk.md 1');
  });

  // One whole program of TypeScript: this takes minutes on a busy machine.
  it('compile', { timeout: 600_000 }, () => {
    expect(compile(examples.map(({ file }) => file))).toEqual([]);
  });

  it.each(examples.filter(({ name }) => name.startsWith('docs/sdk.md')))(
    'run: $name',
    async ({ file }) => {
      await import(/* @vite-ignore */ file);
    },
  );
});
