import type { Database } from '../../platform/database/database.ts';
import { fieldsOf } from './changes.ts';
import { readBefore, runOn, saveAct } from './repository.ts';

/** A command of `npm run admin` that has changed something. */
export interface CommandAct {
  /** For example `user second-factor`. */
  name: string;
  options: Readonly<Record<string, unknown>>;
  /** The user of the machine. */
  systemUser: string;
}

/** Writes an act of the command line. E-mail addresses and secrets among its options are left out. */
export async function logCommand(database: Database, { name, options, systemUser }: CommandAct) {
  const object = { kind: 'command', id: '' };
  const showId = Number(options.show) || null;
  const { audit_id } = await readBefore(database, {
    userId: null,
    object,
    showId,
    episodeId: null,
  });
  await saveAct(runOn(database), {
    auditId: audit_id,
    userId: null,
    userName: systemUser,
    action: 'host.command',
    object,
    objectName: name,
    showId,
    changes: fieldsOf(withoutAddresses(options)),
    address: '',
  });
}

const withoutAddresses = (options: CommandAct['options']) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, /@/.test(String(value)) ? null : value]),
  );
