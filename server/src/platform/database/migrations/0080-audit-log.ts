import { type Migration, sql } from 'kysely';

/** The acts of administrators and members. A row outlives the account and the thing that it names. */
export const auditLog: Migration = {
  async up(database) {
    await sql`
      create table audit_log (
        audit_id bigserial primary key,
        at timestamptz not null default now(),
        user_id integer,
        user_name text not null,
        action text not null,
        object_kind text not null,
        object_id text not null,
        object_name text not null,
        show_id integer,
        changes jsonb not null,
        address text not null,
        has_failed boolean not null default false
      );
      create index audit_log_at on audit_log (at);
      create index audit_log_user on audit_log (user_id, audit_id);
      create index audit_log_action on audit_log (action, audit_id);
      create index audit_log_show on audit_log (show_id, audit_id) where show_id is not null;
    `.execute(database);
  },
};
