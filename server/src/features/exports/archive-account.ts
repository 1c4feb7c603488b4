import type { Language } from 'earshot/internal';
import type { FeatureDeps, OnAccountEnd } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Draft } from '../../platform/storage/media-store.ts';
import { ARCHIVE_LASTS_MS, type MailDeps, sendArchive } from '../accounts/accounts.ts';
import { saveKeptMedia } from '../media/media.ts';
import { removeUnusedUploads } from '../uploads/uploads.ts';
import { ACCOUNT_PARTS } from './account-parts.ts';
import type { ExportDeps } from './archive-files.ts';
import * as repository from './archive-repository.ts';
import { openExport } from './exports.ts';
import { deletePutAside, putAside } from './repository.ts';

type ArchiveDeps = ExportDeps & MailDeps;

const archiveKey = (userId: number) => `archive:${userId}`;

/** Keeps the data that is removed with an account, and adds the job that makes an archive of it. */
export const keepForArchive: OnAccountEnd = async ({ transaction, userId, deps }) => {
  for (const { name, rows } of ACCOUNT_PARTS) {
    await putAside(transaction, { userId, part: name, rows: rows(userId) });
  }
  await deps.jobs.add(transaction, 'archive_account', { userId }, { key: archiveKey(userId) });
};

/**
 * Makes the archive of a deleted account and mails a link to it, if the address was confirmed. Then it removes the
 * data that was kept for the archive. Repeating it changes nothing.
 */
export async function archiveAccount(
  deps: ArchiveDeps,
  { userId, signal }: { userId: number; signal?: AbortSignal },
): Promise<void> {
  if (!(await repository.isUnarchived(deps.database, userId))) return;
  const { archive } = await openExport(deps, userId);
  const stop = () => archive.destroy(new Error('The process stops.'));
  signal?.addEventListener('abort', stop, { once: true });
  const draft = await deps.store.receive(archive, Number.POSITIVE_INFINITY);
  try {
    await draft.keep();
    await deps.database
      .transaction()
      .execute((transaction) => finish(transaction, deps, { userId, draft }));
  } finally {
    await draft.discard();
  }
}

async function finish(
  transaction: Database,
  deps: ArchiveDeps,
  { userId, draft: { sha256, bytes: file_size } }: { userId: number; draft: Draft },
): Promise<void> {
  const deletion = await repository.lockUnarchived(transaction, userId);
  if (!deletion) return;
  const file = { kind: 'archive', mime_type: 'application/zip', extension: 'zip' } as const;
  const media = { ...file, sha256, file_size, duration: 0 };
  const mediaId = await saveKeptMedia(transaction, deps.store, media);
  await repository.saveArchive(transaction, { userId, mediaId });
  await deletePutAside(transaction, userId);
  await removeUnusedUploads(transaction, userId);
  const { email } = deletion;
  const language = deletion.language as Language;
  if (email) await sendArchive(transaction, deps, { userId, email, language });
}

/** Removes expired archives, and retries those that failed. */
export async function sweepArchives({
  database,
  jobs,
}: Pick<FeatureDeps, 'database' | 'jobs'>): Promise<void> {
  const before = new Date(Date.now() - ARCHIVE_LASTS_MS);
  await repository.deleteArchived(database, before);
  for (const userId of await repository.listStuck(database)) {
    await jobs.add(database, 'archive_account', { userId }, { key: archiveKey(userId) });
  }
}
