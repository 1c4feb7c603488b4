import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaStore } from '../../src/platform/storage/media-store.ts';
import { openMediaStore } from '../../src/platform/storage/open-media-store.ts';
import { openS3Server } from './s3-server.ts';

export interface TestStore {
  /** Opens the same storage, like another process. */
  open(): Promise<MediaStore>;
  close(): Promise<void>;
}

async function folderStore(): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-store-'));
  return {
    open: () => openMediaStore({ dataDir, s3: null }),
    close: () => rm(dataDir, { recursive: true }),
  };
}

/** Each opened store has its own folder, like on another host. */
async function s3Store(): Promise<TestStore> {
  const server = await openS3Server();
  const folders = await mkdtemp(join(tmpdir(), 'earshot-store-'));
  const opened: MediaStore[] = [];
  return {
    async open() {
      const dataDir = await mkdtemp(join(folders, 'host-'));
      const store = await openMediaStore({ dataDir, s3: server.settings });
      opened.push(store);
      return store;
    },
    async close() {
      await Promise.all(opened.map((store) => store.close()));
      await server.close();
      await rm(folders, { recursive: true });
    },
  };
}

/** Both adapters of the media store: tests of its behaviour run against each. */
export const TEST_STORES = [
  ['a folder', folderStore],
  ['S3', s3Store],
] as const;
