import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of the loader and of its on-demand file. Both contain a hash of the content. */
const VERSIONED = /^(widgets|on-demand)-[\w-]+\.js(\.br)?$/;

/**
 * Stores this build's loader beside the loaders of earlier builds. A page that pins one of them by its hash
 * (Subresource Integrity) requests it as long as the page exists.
 */
export async function keepLoaderVersions(publicFolder: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = new Set(await readdir(folder));
  const names = await readdir(publicFolder);
  for (const name of names.filter((one) => VERSIONED.test(one) && !kept.has(one))) {
    // Several processes may share the folder, so a file gets its final name only when it is complete.
    const draft = join(folder, `${name}.${process.pid}`);
    await writeFile(draft, await readFile(join(publicFolder, name)));
    await rename(draft, join(folder, name));
  }
}
