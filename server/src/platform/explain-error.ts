import { BackupRefused } from './backup/backup-format.ts';
import { TooSlow, Unreachable } from './http/send-request.ts';
import { StartError } from './start-error.ts';
import { StorageUnavailable } from './storage/storage-unavailable.ts';

/** One line for a mistake in the settings, a full disk or another host that fails, the whole stack for a defect of the program. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return `DATA_DIR has no room left: ${error.message}`;
  // PostgreSQL's own "disk full". It may be on another machine.
  if (code === '53100') return `The disk of the database has no room left: ${error.message}`;
  // An error of the system (EACCES, EROFS, ...) names the file; the position in the program is no help.
  const isPlain =
    [StartError, StorageUnavailable, BackupRefused, Unreachable, TooSlow].some(
      (kind) => error instanceof kind,
    ) || /^E[A-Z]+$/.test(code);
  return (isPlain ? error.message : error.stack) ?? error.message;
}
