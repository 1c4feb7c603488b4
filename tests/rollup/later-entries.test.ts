import { setTimeout as pass } from 'node:timers/promises';
import { rollup } from 'rollup';
import { expect, it } from 'vitest';
// @ts-expect-error: this build module has no types
import { laterEntries } from '../../rollup/plugins/later-entries.mjs';

const PAGES = Array.from({ length: 6 }, (_, n) => `page-${n}`);

/** A site whose pages share modules. */
const sourceOf = (id: string): string => {
  const n = Number(id.split('-')[1]);
  if (id === 'client') return `import { own } from 'shared-0'; console.log(own);`;
  if (id.startsWith('shared')) return `export const own = ${n}, other = () => own;`;
  return `import { own } from 'shared-${n % 3}'; import { other } from 'shared-${(n + 1) % 3}';
    export const page = [own, other, ${n}];`;
};

/** Builds it on a machine that takes `msOf` for each module. */
async function build(msOf: (id: string) => number): Promise<string[]> {
  const disk = {
    name: 'disk',
    resolveId: async (id: string) => {
      await pass(msOf(id));
      return id;
    },
    load: async (id: string) => {
      await pass(msOf(id));
      return sourceOf(id);
    },
  };
  const entries = Object.fromEntries(PAGES.map((name) => [name, name]));
  const plugins = [laterEntries('client', () => entries), disk];
  const bundle = await rollup({ input: { client: 'client' }, plugins });
  const { output } = await bundle.generate({ entryFileNames: '[name]-[hash].js' });
  return output.map((file) => (file.type === 'chunk' ? file.fileName + file.code : ''));
}

it('makes the same files, whichever module a machine has loaded first', async () => {
  const at = (id: string) => [...'client', ...id].length + Number(id.split('-')[1] ?? 0);
  const forwards = await build((id) => 2 * at(id));
  expect(forwards.join()).toContain('page-5');
  expect(await build((id) => 40 - 2 * at(id))).toEqual(forwards);
});
