import { type Migration, sql } from 'kysely';

/** Deleted accounts, each with an archive for its user that is kept for some time. */
export const leaving: Migration = {
  async up(database) {
    await sql`
      alter table media drop constraint media_kind_check,
        add constraint media_kind_check check (kind in ('audio', 'image', 'archive'));
      alter table email_tokens drop constraint email_tokens_purpose_check,
        add constraint email_tokens_purpose_check
          check (purpose in ('verify', 'reset', 'setup', 'archive'));

      create table account_deletions (
        user_id integer primary key references users on delete cascade,
        permalink text not null,
        -- Who gets the link to the archive. Null without a confirmed address, and once the mail is on its way.
        email text,
        language text not null,
        -- Keeps the picture until it is in the archive.
        picture_id integer references media,
        archive_id integer references media,
        -- The same moment as in the shows that were deleted with the account.
        deleted_at timestamptz not null default now(),
        archived_at timestamptz
      );
      create index account_deletions_picture on account_deletions (picture_id)
        where picture_id is not null;
      create index account_deletions_archive on account_deletions (archive_id)
        where archive_id is not null;
      -- What was removed with the account, until it is in the archive.
      create table account_deletion_data (
        user_id integer not null references account_deletions on delete cascade,
        part text not null,
        key bigint not null,
        data json not null,
        primary key (user_id, part, key)
      );
    `.execute(database);
  },
};
