import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './start-product.ts';

/**
 * Makes a data folder with the sample shows once for all workers, because each start of the product on a copy of it takes
 * a second, and on an empty folder six.
 */
export default async function prepareSamples(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  const { stop } = await startProduct(folder);
  await stop();
  process.env.SAMPLES_DATA_DIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}
