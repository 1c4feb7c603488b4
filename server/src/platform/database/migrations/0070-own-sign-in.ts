import { type Migration, sql } from 'kysely';

/** The own provider of a host (OpenID Connect), and links with which the operator lets a user in. */
export const ownSignIn: Migration = {
  async up(database) {
    await sql`
      alter table users add column oidc_user_id text;
      create unique index users_oidc_user_id on users (oidc_user_id) where oidc_user_id is not null;
      alter table email_tokens drop constraint email_tokens_purpose_check,
        add constraint email_tokens_purpose_check
          check (purpose in ('verify', 'reset', 'setup', 'archive', 'sign_in'));
    `.execute(database);
  },
};
