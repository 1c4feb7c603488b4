import { domainToASCII } from 'node:url';
import { type Migration, sql } from 'kysely';

interface Row {
  email: string;
}

/** Addresses with an international host name have its ASCII form. An address that another account has stays as it is. */
export const asciiHosts: Migration = {
  async up(database) {
    const { rows } = await sql<Row>`
      select email from users where email ~ '@.*[^\\x01-\\x7f]'
      union select email from email_tokens where email ~ '@.*[^\\x01-\\x7f]'`.execute(database);
    for (const { email } of rows) {
      const at = email.lastIndexOf('@') + 1;
      const changed = email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
      await sql`
        update users set email = ${changed} where email = ${email}
          and not exists (select from users other where lower(other.email) = lower(${changed}))
      `.execute(database);
      await sql`
        update email_tokens set email = ${changed} where email = ${email}
          and not exists (select from users where email = ${email})
      `.execute(database);
    }
  },
};
