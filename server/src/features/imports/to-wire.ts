import type { FeedImport, ImportItem } from 'earshot/contract';
import { withoutCredentials } from '../../platform/text/without-credentials.ts';
import type { ImportRow } from './import-records.ts';

const AHEAD: readonly ImportItem['state'][] = ['new', 'known'];

export function toImport(row: ImportRow, items: ImportItem[]): FeedImport {
  const { import_id, url, state, title, author, show_id, error } = row;
  return {
    import_id,
    url: withoutCredentials(url),
    state,
    title,
    author,
    show_id,
    done: items.filter((item) => !AHEAD.includes(item.state)).length,
    total: items.length,
    error,
    proof: {
      is_proven: row.proven_at !== null,
      code: row.proof_code,
      mail_to: row.owner_email && hide(row.owner_email),
    },
    items,
    notes: row.notes,
    created_at: row.created_at.toISOString(),
  };
}

/** `anna@example.org` becomes `a***@example.org`: its owner recognises it, and it is not disclosed to others. */
function hide(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
