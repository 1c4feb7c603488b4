import type { AuditChange } from 'earshot-site/contract';

type Row = Readonly<Record<string, unknown>>;

/** Values of these fields are never stored. */
const SECRET = /token|key|password|secret|invite|signature|hash|code|verifier|credential/i;
const PRIVATE = /email|locked_owner|birthday|gender|_user_id$|permissions|blog_name/;

/** Fields that follow from others. */
const DERIVED =
  /^(updated_at|deleted_at|removed_by_host|first_listed_at|is_listed|email_verified_at|weekly_mail_on)$/;

const LONGEST = 100; // characters of a value

/** The fields that differ between two states of a row. */
export function diff(before: Row | null, after: Row | null): AuditChange[] {
  if (!before || !after) return [];
  return Object.keys(after)
    .filter((field) => !DERIVED.test(field))
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      field: field.replace(/_hash$/, ''),
      before: shown(field, before[field]),
      after: shown(field, after[field]),
    }));
}

/** The fields of a request, for an act that changes no row that is compared. */
export function fieldsOf(body: unknown): AuditChange[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body).map(([field, value]) => ({
    field,
    before: null,
    after: shown(field, value),
  }));
}

function shown(field: string, value: unknown): string | null {
  const isSecret = SECRET.test(field) && typeof value !== 'boolean';
  if (isSecret || PRIVATE.test(field) || value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : null;
}
