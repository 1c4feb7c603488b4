import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { listIndexes } from './migrations/0003-list-indexes.ts';
import { changeNotices } from './migrations/0004-change-notices.ts';
import { accounts } from './migrations/0005-accounts.ts';
import { jobs } from './migrations/0006-jobs.ts';
import { requests } from './migrations/0007-requests.ts';
import { uploads } from './migrations/0008-uploads.ts';
import { waveforms } from './migrations/0009-waveforms.ts';
import { feedFields } from './migrations/0010-feed-fields.ts';
import { social } from './migrations/0011-social.ts';
import { search } from './migrations/0012-search.ts';
import { imports } from './migrations/0013-imports.ts';
import { accountLife } from './migrations/0014-account-life.ts';
import { authoring } from './migrations/0015-authoring.ts';
import { schedules } from './migrations/0016-schedules.ts';
import { chapterPictures } from './migrations/0017-chapter-pictures.ts';
import { liveTimes } from './migrations/0018-live-times.ts';
import { leaving } from './migrations/0019-leaving.ts';
import { imageColors } from './migrations/0020-image-colors.ts';
import { searchByKind } from './migrations/0021-search-by-kind.ts';
import { episodeTexts } from './migrations/0022-episode-texts.ts';
import { messageNotices } from './migrations/0023-message-notices.ts';
import { importMarks } from './migrations/0024-import-marks.ts';
import { adPositions } from './migrations/0025-ad-positions.ts';
import { flashTimes } from './migrations/0026-flash-times.ts';
import { notePictures } from './migrations/0027-note-pictures.ts';
import { usedLinks } from './migrations/0028-used-links.ts';
import { hostCare } from './migrations/0029-host-care.ts';
import { radioListings } from './migrations/0030-radio-listings.ts';
import { readerNotices } from './migrations/0031-reader-notices.ts';
import { push } from './migrations/0032-push.ts';
import { adCampaigns } from './migrations/0033-ad-campaigns.ts';
import { plans } from './migrations/0035-plans.ts';
import { signIn } from './migrations/0036-sign-in.ts';
import { adAudio } from './migrations/0037-ad-audio.ts';
import { codeFlow } from './migrations/0038-code-flow.ts';
import { subscriptions } from './migrations/0040-subscriptions.ts';
import { listenerCounts } from './migrations/0042-listener-counts.ts';
import { cardsAndChanges } from './migrations/0044-cards-and-changes.ts';
import { pausedCampaigns } from './migrations/0045-paused-campaigns.ts';
import { hearingsOfClients } from './migrations/0046-hearings-of-clients.ts';
import { endedLogins } from './migrations/0048-ended-logins.ts';
import { openAds } from './migrations/0050-open-ads.ts';
import { paymentMails } from './migrations/0051-payment-mails.ts';
import { campaignNotices } from './migrations/0052-campaign-notices.ts';
import { sentListings } from './migrations/0053-sent-listings.ts';
import { sessionNotices } from './migrations/0054-session-notices.ts';
import { importNotes } from './migrations/0055-import-notes.ts';
import { oldPermalinks } from './migrations/0056-old-permalinks.ts';
import { searchForms } from './migrations/0057-search-forms.ts';
import { imageEtags } from './migrations/0058-image-etags.ts';
import { foldedPermalinks } from './migrations/0059-folded-permalinks.ts';
import { searchLanguages } from './migrations/0060-search-languages.ts';
import { audioRequests } from './migrations/0061-audio-requests.ts';
import { downloadHours } from './migrations/0062-download-hours.ts';
import { numbersBreakdowns } from './migrations/0063-numbers-breakdowns.ts';
import { dashboard } from './migrations/0064-dashboard.ts';
import { listening } from './migrations/0065-listening.ts';
import { hostDays } from './migrations/0066-host-days.ts';
import { importedRequests } from './migrations/0067-imported-requests.ts';
import { tokenScopes } from './migrations/0068-token-scopes.ts';
import { publicDownloads } from './migrations/0069-public-downloads.ts';
import { ownSignIn } from './migrations/0070-own-sign-in.ts';
import { secondFactors } from './migrations/0071-second-factors.ts';
import { passkeys } from './migrations/0072-passkeys.ts';
import { auditLog } from './migrations/0080-audit-log.ts';
import { backups } from './migrations/0083-backups.ts';
import { doctorVisits } from './migrations/0084-doctor-visits.ts';
import { goneEpisodes } from './migrations/0090-gone-episodes.ts';
import { formerAddresses } from './migrations/0091-former-addresses.ts';
import { playerOptions } from './migrations/0092-player-options.ts';
import { quotes } from './migrations/0094-quotes.ts';
import { visitFailures } from './migrations/0097-visit-failures.ts';
import { searchFractions } from './migrations/0102-search-fractions.ts';
import { asciiHosts } from './migrations/0103-ascii-hosts.ts';
import { removedByHost } from './migrations/0104-removed-by-host.ts';
import { blockedEditors } from './migrations/0105-blocked-editors.ts';
import { loggedAddresses } from './migrations/0106-logged-addresses.ts';
import type { Schema } from './tables.ts';

/** In order. A released migration never changes. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-catalogue': {
    async up(database) {
      await sql`
        create table users (
          user_id integer generated by default as identity primary key,
          permalink text not null unique,
          name text not null
        );
        create table media (
          media_id integer generated by default as identity primary key,
          sha256 text not null unique,
          kind text not null check (kind in ('audio', 'image')),
          mime_type text not null,
          extension text not null,
          file_size bigint not null,
          duration double precision not null default 0
        );
        create table shows (
          show_id integer generated by default as identity primary key,
          user_id integer not null references users,
          permalink text not null unique,
          feed_key text not null unique,
          title text not null,
          author text not null,
          description text not null,
          language text not null,
          categories text[] not null,
          keywords text[] not null,
          explicit boolean not null,
          link_url text,
          image_id integer references media,
          created_at timestamptz not null default now()
        );
        create table episodes (
          episode_id integer generated by default as identity primary key,
          show_id integer not null references shows on delete cascade,
          guid text not null,
          permalink text not null,
          title text not null,
          description text not null,
          published_at timestamptz not null,
          season integer,
          episode_number integer,
          explicit boolean not null,
          image_id integer references media,
          media_id integer references media,
          enclosure_url text not null,
          claimed_duration double precision not null,
          claimed_type text not null,
          claimed_size bigint not null,
          unique (show_id, guid)
        );
        create index episodes_newest on episodes (show_id, published_at desc, episode_id desc);
        create index episodes_permalink on episodes (permalink);
        create table chapters (
          episode_id integer not null references episodes on delete cascade,
          starts_at double precision not null,
          title text not null,
          url text,
          image_url text,
          primary key (episode_id, starts_at)
        );
      `.execute(database);
    },
  },
  '0002-permalinks': {
    async up(database) {
      // An episode carries its show's user, so that an index can keep its permalink unique for that user.
      await sql`
        alter table shows add unique (show_id, user_id);
        alter table episodes add column user_id integer;
        update episodes set user_id = shows.user_id from shows where shows.show_id = episodes.show_id;

        -- Imports that ran at the same time gave some permalinks twice: the older episode keeps its own.
        do $$
        declare
          copy record;
          number integer;
        begin
          for copy in
            select episode_id, user_id, permalink from (
              select *, row_number() over (partition by user_id, permalink order by episode_id) as place
              from episodes
            ) as placed
            where place > 1 order by episode_id
          loop
            number := 2;
            while exists (
              select from episodes
              where user_id = copy.user_id and permalink = copy.permalink || '-' || number
            ) loop
              number := number + 1;
            end loop;
            update episodes set permalink = copy.permalink || '-' || number
            where episode_id = copy.episode_id;
          end loop;
        end $$;

        alter table episodes
          alter column user_id set not null,
          drop constraint episodes_show_id_fkey,
          add foreign key (show_id, user_id) references shows (show_id, user_id)
            on update cascade on delete cascade;
        drop index episodes_permalink;
        create unique index episodes_permalink on episodes (user_id, permalink);
      `.execute(database);
    },
  },
  '0003-list-indexes': listIndexes,
  '0004-change-notices': changeNotices,
  '0005-accounts': accounts,
  '0006-jobs': jobs,
  '0007-requests': requests,
  '0008-uploads': uploads,
  '0009-waveforms': waveforms,
  '0010-feed-fields': feedFields,
  '0011-social': social,
  '0012-search': search,
  '0013-imports': imports,
  '0014-account-life': accountLife,
  '0015-authoring': authoring,
  '0016-schedules': schedules,
  '0017-chapter-pictures': chapterPictures,
  '0018-live-times': liveTimes,
  '0019-leaving': leaving,
  '0020-image-colors': imageColors,
  '0021-search-by-kind': searchByKind,
  '0022-episode-texts': episodeTexts,
  '0023-message-notices': messageNotices,
  '0024-import-marks': importMarks,
  '0025-ad-positions': adPositions,
  '0026-flash-times': flashTimes,
  '0027-note-pictures': notePictures,
  '0028-used-links': usedLinks,
  '0029-host-care': hostCare,
  '0030-radio-listings': radioListings,
  '0031-reader-notices': readerNotices,
  '0032-push': push,
  '0033-ad-campaigns': adCampaigns,
  '0035-plans': plans,
  '0036-sign-in': signIn,
  '0037-ad-audio': adAudio,
  '0038-code-flow': codeFlow,
  '0040-subscriptions': subscriptions,
  '0042-listener-counts': listenerCounts,
  '0044-cards-and-changes': cardsAndChanges,
  '0045-paused-campaigns': pausedCampaigns,
  '0046-hearings-of-clients': hearingsOfClients,
  '0048-ended-logins': endedLogins,
  '0050-open-ads': openAds,
  '0051-payment-mails': paymentMails,
  '0052-campaign-notices': campaignNotices,
  '0053-sent-listings': sentListings,
  '0054-session-notices': sessionNotices,
  '0055-import-notes': importNotes,
  '0056-old-permalinks': oldPermalinks,
  '0057-search-forms': searchForms,
  '0058-image-etags': imageEtags,
  '0059-folded-permalinks': foldedPermalinks,
  '0060-search-languages': searchLanguages,
  '0061-audio-requests': audioRequests,
  '0062-download-hours': downloadHours,
  '0063-numbers-breakdowns': numbersBreakdowns,
  '0064-dashboard': dashboard,
  '0065-listening': listening,
  '0066-host-days': hostDays,
  '0067-imported-requests': importedRequests,
  '0068-token-scopes': tokenScopes,
  '0069-public-downloads': publicDownloads,
  '0070-own-sign-in': ownSignIn,
  '0071-second-factors': secondFactors,
  '0072-passkeys': passkeys,
  '0080-audit-log': auditLog,
  '0083-backups': backups,
  '0084-doctor-visits': doctorVisits,
  '0090-gone-episodes': goneEpisodes,
  '0091-former-addresses': formerAddresses,
  '0092-player-options': playerOptions,
  '0094-quotes': quotes,
  '0097-visit-failures': visitFailures,
  '0102-search-fractions': searchFractions,
  '0103-ascii-hosts': asciiHosts,
  '0104-removed-by-host': removedByHost,
  '0105-blocked-editors': blockedEditors,
  '0106-logged-addresses': loggedAddresses,
};

export const isKnownMigration = (name: string) => Object.hasOwn(MIGRATIONS, name);

function migratorFor(database: Kysely<Schema>): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
  });
}

/** The newest migration that the database has. */
export async function latestMigration(database: Kysely<Schema>): Promise<string> {
  const migrations = await migratorFor(database).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt).at(-1)?.name ?? '';
}

export async function hasMigration(database: Kysely<Schema>, wanted: string): Promise<boolean> {
  const migrations = await migratorFor(database).getMigrations();
  return migrations.some(({ name, executedAt }) => name === wanted && executedAt !== undefined);
}

/** An administrator may have created the extension in a schema of its own, where its names are not found. */
async function requireTrigrams(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ schema: string; user: string; path: string }>`
    select nspname as schema, current_user as user, current_setting('search_path') as path
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm' and nspname <> all (current_schemas(true))`.execute(database);
  const [found] = rows;
  if (!found) return;
  throw new StartError(
    `The extension pg_trgm is in the schema "${found.schema}", which the search_path does not name. Run: alter role "${found.user}" set search_path = ${found.path}, "${found.schema}"`,
  );
}

/**
 * Migrates the database to this program's version, or to the migration `last`.
 * @throws StartError, with nothing changed, if the database is newer than that.
 */
export async function migrate(database: Kysely<Schema>, last?: string): Promise<void> {
  await requireTrigrams(database);
  const migrator = migratorFor(database);
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (!error) return;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('is missing')) {
    throw new StartError(
      'The database was made by a newer version of this program: update the program.',
      { cause: error },
    );
  }
  throw new StartError(`The database could not be brought up to date: ${message}`, {
    cause: error,
  });
}
