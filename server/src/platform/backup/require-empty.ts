import { BackupRefused } from './backup-format.ts';

const QUERY = `select exists (select from public.users) or exists (select from public.shows)
  or exists (select from public.media) as "isUsed"`;

type RunQuery = (text: string) => Promise<{ rows: readonly { isUsed?: boolean }[] }>;

/** @throws BackupRefused if the host has an account, a show or a file */
export async function requireEmpty(run: RunQuery): Promise<void> {
  const { rows } = await run(QUERY);
  if (!rows[0]?.isUsed) return;
  throw new BackupRefused(
    'This host is not empty, so nothing was restored. Restore into a new DATA_DIR (and a new database, with DATABASE_URL).',
  );
}
