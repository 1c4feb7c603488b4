import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
// @ts-expect-error: this script has no types
import { runIn, runNpm } from '../../../scripts/run-npm.mjs';

/** Players of react-player for other services. It loads them when they are needed. */
const OTHER_SERVICES = ['*-video-element/react', '*-audio-element/react', '@mux/mux-player-react'];
const EMBED = '/dist/embed.js';

/**
 * A script for browsers, from code with JSX. npm fetches the `packed` packages (`name@version`) without their
 * dependencies, because react-player alone brings 200 MB. Other packages are those of this repository.
 */
export async function bundleApp(code: string, packed: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-app-'));
  try {
    await unpack(packed, folder);
    const { outputFiles } = await build({
      stdin: { contents: code, loader: 'jsx', resolveDir: process.cwd() },
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"development"', __DEV__: 'true' },
      // The package in its own files, as the host of the page serves them: the element arrives after its page.
      alias: { 'earshot/embed': EMBED },
      external: [EMBED, ...OTHER_SERVICES],
      nodePaths: [join(folder, 'node_modules'), join(process.cwd(), 'node_modules')],
      loader: { '.css': 'empty' },
      logLevel: 'error',
    });
    return outputFiles[0]?.text ?? '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(packed: readonly string[], folder: string): Promise<void> {
  const said = await runNpm(folder, 'pack', ...packed, '--json', '--prefer-offline');
  for (const { name, filename } of JSON.parse(said) as { name: string; filename: string }[]) {
    const target = join(folder, 'node_modules', name);
    await mkdir(target, { recursive: true });
    await runIn(target, 'tar', 'xzf', join(folder, filename), '--strip-components=1');
  }
}
