import { readFile } from 'node:fs/promises';
import type { DemoAnswer } from './demo-answer.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The built files of the playground, and the stylesheet of the package. */
export async function answerAsset(name: string): Promise<DemoAnswer | null> {
  const [, extension = ''] = /^[\w-]+\.(css|js)$/.exec(name) ?? [];
  const type = TYPES[extension];
  if (!type) return null;
  const path = name === 'styles.css' ? '../../dist/styles.css' : `../demo/${name}`;
  return {
    headers: { 'Content-Type': type },
    body: await readFile(new URL(path, import.meta.url)),
  };
}
