import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The loader and what it fetches on demand, under the names that change with their content. */
const VERSIONED = /^(widgets|on-demand)-[\w-]+\.js(\.br)?$/;

/**
 * Keeps this build's loader beside those of all builds before: a page that pins one by its hash (Subresource
 * Integrity) asks for it for as long as the page lives.
 */
export async function keepLoaderVersions(publicFolder: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const kept = new Set(await readdir(folder));
  const names = await readdir(publicFolder);
  for (const name of names.filter((one) => VERSIONED.test(one) && !kept.has(one))) {
    // Several processes may share the folder: a file is whole from the moment that it has its name.
    const draft = join(folder, `${name}.${process.pid}`);
    await writeFile(draft, await readFile(join(publicFolder, name)));
    await rename(draft, join(folder, name));
  }
}
