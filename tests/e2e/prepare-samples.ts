import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from './start-product.ts';

const MADE_WITHIN_MS = 120_000;

/**
 * Makes a data folder with the sample shows once for all workers, because each start of the product on a copy of it takes
 * a second, and on an empty folder six. `npm test` names a folder in SAMPLES_FOLDER, which all its runs share: the
 * first one fills it.
 */
export default async function prepareSamples(): Promise<() => Promise<void>> {
  const { SAMPLES_FOLDER } = process.env;
  const folder = SAMPLES_FOLDER || (await mkdtemp(join(tmpdir(), 'earshot-e2e-')));
  const data = join(folder, 'data');
  const ready = join(folder, 'ready');
  if (await isFirst(data)) {
    const { stop } = await startProduct(data);
    await stop();
    await writeFile(ready, '');
  }
  await waitFor(ready);
  process.env.SAMPLES_DATA_DIR = data;
  return async () => {
    if (!SAMPLES_FOLDER) await rm(folder, { recursive: true, force: true });
  };
}

/** True for the one process that makes the folder. */
const isFirst = (path: string): Promise<boolean> =>
  mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

async function waitFor(path: string): Promise<void> {
  const giveUpAt = performance.now() + MADE_WITHIN_MS;
  while (!existsSync(path)) {
    if (performance.now() > giveUpAt) throw new Error('Another run has not made the samples.');
    await sleep(100);
  }
}
