import type { AuditEntry } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { type ActQuery, type ActRow, listActs } from './repository.ts';

const PER_PAGE = 50;

function toWire(row: ActRow): Required<AuditEntry> {
  const { audit_id, at, user_id, user_name, action, object_kind, object_id, object_name } = row;
  const { changes, address, has_failed } = row;
  return {
    audit_id: Number(audit_id),
    at: at.toISOString(),
    ...{ user_id, user_name, action, object_kind, object_id, object_name },
    ...{ changes, address, has_failed },
  };
}

/** A page of acts, the newest first. */
export async function readActs(database: Database, query: Omit<ActQuery, 'limit'>) {
  return (await listActs(database, { ...query, limit: PER_PAGE })).map(toWire);
}
