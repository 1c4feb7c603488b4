import { type Migration, sql } from 'kysely';

/** The log of acts had the e-mail address that locks a show. */
export const loggedAddresses: Migration = {
  async up(database) {
    await sql`
      update audit_log set changes = (
        select jsonb_agg(case when change->>'field' = 'locked_owner'
          then change || '{"before": null, "after": null}' else change end order by place)
        from jsonb_array_elements(changes) with ordinality as listed(change, place))
      where changes @> '[{"field": "locked_owner"}]'
    `.execute(database);
  },
};
