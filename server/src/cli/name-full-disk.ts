import { StorageUnavailable } from '../platform/storage/storage-unavailable.ts';

/** Catches the error of a full disk, which names no file: the disk may be another than that of DATA_DIR. */
export const nameFullDisk =
  (path: string) =>
  (cause: NodeJS.ErrnoException): never => {
    if (!/^(ENOSPC|EDQUOT)$/.test(cause.code ?? '')) throw cause;
    throw new StorageUnavailable(`There is no room for ${path}: ${cause.message}`, { cause });
  };
