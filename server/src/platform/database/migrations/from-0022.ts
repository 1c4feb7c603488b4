import { sql } from 'kysely';

export const FROM_0022 = {
  /** The texts of the episodes of a show, for the search in that show. */
  '0022-episode-texts': sql`
    -- The same as foldText in fold-word.ts. A text in ASCII takes a small part of the time.
    create function fold_text(given text) returns text language plpgsql immutable strict parallel safe as $$
      declare
        folded text := lower(given);
      begin
        if octet_length(given) = char_length(given) then
          return folded;
        end if;
        folded := normalize(regexp_replace(lower(normalize(given, NFKD)),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]',
          '', 'g'), NFC);
        if folded ~ '[ßæœøłđðħþıς]' then
          folded := translate(
            replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
            'øłđðħıς', 'olddhiσ');
        end if;
        if folded ~ '[\u0660-\u0669\u0671\u0649\u06cc\u06a9\u0629\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]' then
          folded := translate(folded, 'ٱىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙', 'اييكه01234567890123456789012345678901234567890123456789');
        end if;
        if folded ~ '[\u30a1-\u30f6]' then
          folded := translate(folded, 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ', 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
        end if;
        return folded;
      end
    $$;

    -- Apart from the episodes, because their lists and feeds have no use for it.
    create table episode_texts (
      episode_id integer primary key references episodes on delete cascade,
      -- Title and notes, folded and without markup.
      said text not null
    );
    create function said_in(title text, description text) returns text
      language sql immutable strict parallel safe as $$
        select fold_text(title || ' ' || regexp_replace(
          -- These tags do not end a word.
          regexp_replace(description, '</?(a|b|i|em|strong|code)( [^>]*)?>', '', 'g'),
          '<[^>]*>', ' ', 'g'))
      $$;
    create function note_episode_text() returns trigger language plpgsql as $$
      begin
        insert into episode_texts (episode_id, said)
          values (new.episode_id, said_in(new.title, new.description))
          on conflict (episode_id) do update set said = excluded.said;
        return null;
      end
    $$;
    create trigger episode_said after insert on episodes for each row
      execute function note_episode_text();
    create trigger episode_says after update on episodes for each row
      when ((old.title, old.description) is distinct from (new.title, new.description))
      execute function note_episode_text();
    insert into episode_texts (episode_id, said)
      select episode_id, said_in(title, description) from episodes;
    analyze episode_texts;
  `,

  /** The page of an episode shows its messages, and every process caches the page until something in it changes. */
  '0023-message-notices': sql`
    create trigger announce after insert or update or delete on messages for each row
      execute function announce_change('messages', 'episode_id');
    create trigger announce_truncate after truncate on messages
      execute function announce_everything();
  `,

  /** The result of the last import, so that the next one can detect later edits. */
  '0024-import-marks': sql`
    -- Apart from the shows and episodes, because their lists and feeds have no use for it.
    create table imported_shows (
      show_id integer primary key references shows on delete cascade,
      -- A short hash of each column that imports write.
      marks jsonb not null
    );
    create table imported_episodes (
      episode_id integer primary key references episodes on delete cascade,
      marks jsonb not null
    );
  `,

  /** Ads before and after an episode. Those within it are its midrolls. */
  '0025-ad-positions': sql`
    alter table episodes
      -- The first ad has always been played before the episode.
      add column preroll boolean not null default true,
      add column postroll boolean not null default false
  `,

  /** Messages of the host begin at a time. They stand on every page, so a change of one is a change of everything. */
  '0026-flash-times': sql`
    alter table flash_messages add column starts_at timestamptz;
    drop trigger announce on flash_messages;
    create trigger announce after insert or update or delete or truncate on flash_messages
      for each statement execute function announce_everything();
  `,

  /** The pictures in the notes of imported shows, which stay when their original hosts are gone. */
  '0027-note-pictures': sql`
    create table note_pictures (
      show_id integer references shows on delete cascade,
      -- A short hash of the address that the notes name.
      name text,
      media_id integer not null references media,
      primary key (show_id, name)
    );
    create index note_pictures_media on note_pictures (media_id);
  `,

  /** Distinguishes a used mail link from one that never existed. */
  '0028-used-links': sql`alter table email_tokens add column used_at timestamptz`,

  /** Tables for administrators: reports of members, settings of the host, and unpublished lists. */
  '0029-host-care': sql`
    create table reports (
      report_id integer generated by default as identity primary key,
      reporter_id integer references users on delete set null,
      episode_id integer references episodes on delete cascade,
      show_id integer references shows on delete cascade,
      user_id integer references users on delete cascade,
      message_id integer references messages on delete cascade,
      reason text not null,
      text text not null default '',
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      check (num_nonnulls(episode_id, show_id, user_id, message_id) = 1)
    );
    create index reports_open on reports (report_id) where resolved_at is null;
    create index reports_reporter on reports (reporter_id) where reporter_id is not null;
    create index reports_episode on reports (episode_id) where episode_id is not null;
    create index reports_show on reports (show_id) where show_id is not null;
    create index reports_user on reports (user_id) where user_id is not null;
    create index reports_message on reports (message_id) where message_id is not null;

    create table host_settings (
      name text primary key,
      value jsonb not null
    );
    create trigger announce after insert or update or delete or truncate on host_settings
      for each statement execute function announce_everything();

    alter table explore_lists add column is_published boolean not null default true;
  `,

  /**
   * Submissions of authors to the radio directory. The rows have no foreign keys: a removed show must still be
   * withdrawn, and the row is deleted afterwards.
   */
  '0030-radio-listings': sql`
    create table radio_listings (
      listing_id uuid primary key default gen_random_uuid(),
      show_id integer unique,
      episode_id integer unique,
      is_wanted boolean not null default true,
      state text not null check (
        state in ('submitting', 'pending', 'listed', 'refused', 'withdrawing', 'withdrawn')
      ),
      message text,
      version integer not null default 1,
      due_at timestamptz,
      changed_at timestamptz not null default now(),
      check (num_nonnulls(show_id, episode_id) = 1)
    );
    create index radio_listings_due on radio_listings (due_at) where due_at is not null;
  `,

  /**
   * Triggers announce for whom pages change, as reader:1. Only the pages that are stored for this reader depend on it,
   * so a like never drops a public answer.
   */
  '0031-reader-notices': sql`
    create trigger announce_reader after insert or delete on likes for each row
      execute function announce_change('reader', 'user_id');
    create trigger announce_reader after insert or delete on favorites for each row
      execute function announce_change('reader', 'user_id');
    create trigger announce_reader after insert or delete on followings for each row
      execute function announce_change('reader', 'follower_id');
    create trigger announce_reader after insert or delete on blocks for each row
      execute function announce_change('reader', 'blocker_id', 'reader', 'blocked_id');
    create trigger announce_reader after insert or delete on show_members for each row
      execute function announce_change('reader', 'user_id');
    create trigger announce_reader after delete on sessions for each row
      execute function announce_change('reader', 'user_id');
  `,

  /** The key and the secret of push, in at most one row. */
  '0032-push': sql`
    create table push_app (
      is_only boolean primary key default true check (is_only),
      app_key text not null,
      secret text not null
    )
  `,

  /** Campaigns of the ads server, and their counts. */
  '0033-ad-campaigns': sql`
    create table ad_campaigns (
      campaign_id integer generated by default as identity primary key,
      user_id integer references users on delete cascade,
      title text not null,
      media_id integer not null references media,
      positions text[] not null check (positions <@ array['pre', 'mid', 'post']),
      weight integer not null check (weight between 1 and 100),
      daily_cap integer check (daily_cap > 0),
      starts_at timestamptz not null,
      ends_at timestamptz,
      is_running boolean not null default false
    );
    create index ad_campaigns_of_user on ad_campaigns (user_id);
    create index ad_campaigns_media on ad_campaigns (media_id);

    create table ad_events (
      request_id uuid not null,
      campaign_id integer not null references ad_campaigns on delete cascade,
      event text not null,
      expires_at timestamptz not null,
      primary key (request_id, campaign_id, event)
    );
    create index ad_events_expired on ad_events (expires_at);
    create index ad_events_of_campaign on ad_events (campaign_id);

    create table ad_counts (
      campaign_id integer not null references ad_campaigns on delete cascade,
      event text not null,
      day date not null,
      count integer not null,
      primary key (campaign_id, event, day)
    );
    create table ad_hearings (
      campaign_id integer not null references ad_campaigns on delete cascade,
      client text not null,
      day date not null,
      count integer not null,
      primary key (campaign_id, client, day)
    );
    create index ad_hearings_day on ad_hearings (day);

    -- Signs the addresses of beacons. Two random UUIDs have 244 random bits.
    create table ad_keys (key bytea not null);
    insert into ad_keys
      select decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex');

    -- Every page says whether there are ads to ask for. That changes with the first campaign and the last.
    create trigger announce_insert after insert on ad_campaigns for each row
      when (new.is_running) execute function announce_everything();
    create trigger announce_update after update on ad_campaigns for each row
      when (old.is_running is distinct from new.is_running) execute function announce_everything();
    create trigger announce_delete after delete on ad_campaigns for each row
      when (old.is_running) execute function announce_everything();
    create trigger announce_truncate after truncate on ad_campaigns
      execute function announce_everything();
  `,

  /** Plans that members can subscribe to. The operator manages them with `npm run admin`. */
  '0035-plans': sql`
    create table plans (
      plan_id text primary key,
      name text not null,
      description text not null,
      price integer not null check (price >= 0),
      currency text not null check (currency ~ '^[a-z]{3}$'),
      interval text not null check (interval in ('month', 'year')),
      storage_bytes bigint not null check (storage_bytes > 0),
      upload_bytes bigint not null check (upload_bytes > 0),
      features text[] not null check (features <@ array['private_feeds']),
      stripe_price_id text unique,
      -- A retired plan keeps its subscribers, so its row stays.
      retired_at timestamptz,
      check ((price = 0) = (stripe_price_id is null))
    )
  `,

  /** A profile of another service signs in to one account only. */
  '0036-sign-in': sql`
    create unique index users_fb_user_id on users (fb_user_id) where fb_user_id is not null;
    create unique index users_tw_user_id on users (tw_user_id) where tw_user_id is not null;
    create unique index users_go_user_id on users (go_user_id) where go_user_id is not null;
    create unique index users_ap_user_id on users (ap_user_id) where ap_user_id is not null
  `,

  /** The audio of a running campaign is public. Stored answers about files change with it. */
  '0037-ad-audio': sql`
    drop trigger announce_update on ad_campaigns;
    create trigger announce_update after update on ad_campaigns for each row
      when (old.is_running is distinct from new.is_running or old.media_id <> new.media_id)
      execute function announce_everything()
  `,

  /** Sign-ins in progress, their results, and the tokens of providers. All secrets are encrypted. */
  '0038-code-flow': sql`
    create table sign_in_flows (
      state_hash bytea primary key,
      provider text not null,
      browser_hash bytea not null,
      kept bytea not null,
      answer bytea,
      expires_at timestamptz not null
    );
    create index sign_in_flows_expires_at on sign_in_flows (expires_at);

    create table sign_in_tickets (
      ticket_hash bytea primary key,
      provider text not null,
      user_id integer references users on delete cascade,
      kept bytea not null,
      expires_at timestamptz not null
    );
    create index sign_in_tickets_expires_at on sign_in_tickets (expires_at);
    create index sign_in_tickets_user_id on sign_in_tickets (user_id);

    create table provider_tokens (
      user_id integer not null references users on delete cascade,
      provider text not null,
      kept bytea not null,
      primary key (user_id, provider)
    )
  `,

  /** Subscriptions of members. Each member has at most one row, which follows the state at Stripe. */
  '0040-subscriptions': sql`
    create table subscriptions (
      user_id integer primary key references users on delete cascade,
      attempt_id uuid not null default gen_random_uuid(),
      plan_id text not null references plans,
      status text not null check (status in ('incomplete', 'active', 'past_due', 'ended')),
      stripe_customer_id text unique,
      stripe_subscription_id text unique,
      current_period_ends_at timestamptz,
      grace_ends_at timestamptz,
      cancel_at_period_end boolean not null default false
    )
  `,

  /** Whether listeners see the current number of listeners of an episode. Its author decides. */
  '0042-listener-counts': sql`alter table episodes add column show_listeners boolean not null default false`,

  /** The card that pays, a change of the plan that waits for its payment, and the free plan below a paid one. */
  '0044-cards-and-changes': sql`
    alter table subscriptions
      add pending_plan_id text references plans,
      add free_plan_id text references plans,
      add card_brand text,
      add card_last4 text,
      add card_exp_month smallint,
      add card_exp_year smallint;
    update subscriptions set free_plan_id = plan_id
    where status = 'active' and stripe_subscription_id is null;
  `,

  /** A campaign that its owner has paused. */
  '0045-paused-campaigns': sql`alter table ad_campaigns add paused_at timestamptz`,

  /** The ads call reads the ads that a listener has heard today before it knows which campaigns run. */
  '0046-hearings-of-clients': sql`create index ad_hearings_client on ad_hearings (client, day)`,

  /** Triggers announce ended logins, as login:1, so that push ends their channel memberships. */
  '0048-ended-logins': sql`
    create trigger announce_login after delete on sessions for each row
      execute function announce_change('login', 'user_id');
    create trigger announce_login after delete on access_tokens for each row
      when (old.kind = 'program') execute function announce_change('login', 'user_id');
  `,

  /**
   * Ads that were sent and not played yet count toward the cap, so that simultaneous calls do not all get the last one.
   */
  '0050-open-ads': sql`
    alter table ad_hearings
      add column open_requests uuid[] not null default '{}',
      add column open_until timestamptz
  `,

  /**
   * The language of mails about a plan, and the mails that were sent. The language of earlier subscriptions is unknown,
   * so those members get English.
   */
  '0051-payment-mails': sql`
    alter table subscriptions
      add column language text not null default 'en',
      add column failure_mailed_for timestamptz,
      add column end_mailed_for text
  `,

  /**
   * A campaign of an author changes the answers about this author's shows, and access to its audio. All answers change
   * only with a campaign of the host, and with the first and the last running campaign: pages say whether there are ads
   * to request.
   */
  '0052-campaign-notices': sql`
    drop trigger announce_insert on ad_campaigns;
    drop trigger announce_update on ad_campaigns;
    drop trigger announce_delete on ad_campaigns;

    create function announce_campaign() returns trigger language plpgsql as $$
      declare
        owner integer := coalesce(new.user_id, old.user_id);
      begin
        if owner is null then
          perform pg_notify('changes', 'anything');
        else
          perform pg_notify('changes', 'show:' || show_id) from (
            select show_id from shows where user_id = owner
            union select show_id from episodes where media_id in (new.media_id, old.media_id)
          ) shows_of_campaign;
        end if;
        return null;
      end
    $$;
    create trigger announce_insert after insert on ad_campaigns for each row
      when (new.is_running) execute function announce_campaign();
    create trigger announce_update after update on ad_campaigns for each row
      when (old.is_running <> new.is_running or (new.is_running and old.media_id <> new.media_id))
      execute function announce_campaign();
    create trigger announce_delete after delete on ad_campaigns for each row
      when (old.is_running) execute function announce_campaign();

    -- One statement may begin or end several campaigns, so this looks at whole statements.
    create function announce_first_or_last_campaign() returns trigger language plpgsql as $$
      declare
        more integer := 0;
        running integer;
      begin
        if tg_op <> 'DELETE' then
          more := more + (select count(*) from new_campaigns where is_running);
        end if;
        if tg_op <> 'INSERT' then
          more := more - (select count(*) from old_campaigns where is_running);
        end if;
        if more = 0 then return null; end if;
        -- Two transactions that end the last two campaigns must not each see the other's one still running.
        perform pg_advisory_xact_lock(hashtextextended('running campaigns', 0));
        select count(*) into running from ad_campaigns where is_running;
        if running = 0 or running = more then perform pg_notify('changes', 'anything'); end if;
        return null;
      end
    $$;
    create trigger announce_first after insert on ad_campaigns
      referencing new table as new_campaigns
      for each statement execute function announce_first_or_last_campaign();
    create trigger announce_first_or_last after update on ad_campaigns
      referencing old table as old_campaigns new table as new_campaigns
      for each statement execute function announce_first_or_last_campaign();
    create trigger announce_last after delete on ad_campaigns
      referencing old table as old_campaigns
      for each statement execute function announce_first_or_last_campaign();
  `,

  /**
   * The data of a listing that the radio directory was sent, so that a change of its title, language or address is sent
   * as well.
   */
  '0053-sent-listings': sql`alter table radio_listings add column sent text`,

  /** Pages are no longer stored for each session, so only the end of a session is announced, as sessions:1. */
  '0054-session-notices': sql`
    drop trigger announce_reader on likes;
    drop trigger announce_reader on favorites;
    drop trigger announce_reader on followings;
    drop trigger announce_reader on blocks;
    drop trigger announce_reader on show_members;
    drop trigger announce_reader on sessions;
    create trigger announce_sessions after delete on sessions for each row
      execute function announce_change('sessions', 'user_id');
  `,

  /**
   * Remarks on imports, and the `ETag` of fetched audio. Credentials in the addresses of earlier imports, and authors
   * who were mail addresses, are removed. The new values are marked as those of the import, so that they still follow
   * the feed.
   */
  '0055-import-notes': sql`
    alter table imports add column notes text[] not null default '{}';
    alter table imported_episodes add column etag text;

    with cleaned as (
      update episodes
      set enclosure_url = regexp_replace(enclosure_url, '^(https?://)[^/?#]*@', '\\1', 'i')
      where enclosure_url ~* '^https?://[^/?#]*@'
      returning episode_id, left(md5(enclosure_url), 12) as mark)
    update imported_episodes set marks = marks || jsonb_build_object('enclosure_url', mark)
    from cleaned where imported_episodes.episode_id = cleaned.episode_id;

    update users set name = shows.title from shows
    where shows.user_id = users.user_id and users.email is null
      and users.name ~ '^[^[:space:]]+@[^[:space:]]+[.][^[:space:]]+$';
  `,

  /** Earlier permalinks of users, shows and episodes. Every change of a permalink adds one. */
  '0056-old-permalinks': sql`
    create table old_permalinks (
      permalink text not null,
      user_id integer references users on delete cascade,
      show_id integer references shows on delete cascade,
      episode_id integer references episodes on delete cascade,
      -- The user in the old address of an episode.
      owner_id integer references users on delete cascade,
      check (num_nonnulls(user_id, show_id, episode_id) = 1),
      check ((owner_id is null) = (episode_id is null))
    );
    create unique index old_permalinks_of_users on old_permalinks (permalink) where user_id is not null;
    create unique index old_permalinks_of_shows on old_permalinks (permalink) where show_id is not null;
    create unique index old_permalinks_of_episodes on old_permalinks (owner_id, permalink)
      where episode_id is not null;
    create index old_permalinks_user_id on old_permalinks (user_id) where user_id is not null;
    create index old_permalinks_show_id on old_permalinks (show_id) where show_id is not null;
    create index old_permalinks_episode_id on old_permalinks (episode_id) where episode_id is not null;

    -- The last holder of a permalink keeps it as an old one.
    create function keep_permalink() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'users' then
        insert into old_permalinks (permalink, user_id) values (old.permalink, old.user_id)
          on conflict (permalink) where user_id is not null do update set user_id = excluded.user_id;
      elsif tg_table_name = 'shows' then
        insert into old_permalinks (permalink, show_id) values (old.permalink, old.show_id)
          on conflict (permalink) where show_id is not null do update set show_id = excluded.show_id;
      else
        insert into old_permalinks (permalink, episode_id, owner_id)
          values (old.permalink, old.episode_id, old.user_id)
          on conflict (owner_id, permalink) where episode_id is not null
          do update set episode_id = excluded.episode_id;
      end if;
      return null;
    end $$;
    -- The permalink of a deleted account is forgotten.
    create trigger keep_permalink after update of permalink on users for each row
      when (old.permalink <> new.permalink and new.deleted_at is null)
      execute function keep_permalink();
    create trigger keep_permalink after update of permalink on shows for each row
      when (old.permalink <> new.permalink) execute function keep_permalink();
    create trigger keep_permalink after update of permalink, user_id on episodes for each row
      when ((old.permalink, old.user_id) is distinct from (new.permalink, new.user_id))
      execute function keep_permalink();
  `,

  /** Parts of Korean words, longer German words, and the spellings of Hindi need new documents. */
  '0057-search-forms': sql`
    insert into search_changes (kind, id) select kind, id from search_documents where kind <> 'tag'
  `,

  /** The version of the picture that an import has fetched, so that the next one need not fetch it. */
  '0058-image-etags': sql`
    alter table imported_shows add image_etag text;
    alter table imported_episodes add image_etag text;
  `,

  /**
   * `fold_permalink` removes what is left of the difference between letters and their capitals in a permalink, such as
   * ß and SS, or the accents of Greek, which capitals lack. A permalink is in lower case, and has no accents beside its
   * letters.
   */
  '0059-folded-permalinks': sql`
    create function fold_permalink(permalink text) returns text
      language sql immutable strict parallel safe as $$
      -- U&'\\0345' is the iota below a Greek letter, which stands beside the capital.
      select normalize(
        replace(replace(translate(regexp_replace(
          normalize(permalink, NFD),
          U&'([αεηιορυω])[\\0300\\0301\\0308\\0313\\0314\\0342]+', '\\1', 'g'), U&'ıς\\0345ᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'iσιвдосттъѣꙋ'), 'ß', 'ss'), 'և', 'եւ'),
        NFC)
    $$;
    create index users_folded_permalink on users (fold_permalink(permalink));
    create index shows_folded_permalink on shows (fold_permalink(permalink));
    create index episodes_folded_permalink on episodes (user_id, fold_permalink(permalink));
    create index old_permalinks_folded on old_permalinks (fold_permalink(permalink));
    analyze users, shows, episodes, old_permalinks;
  `,

  /** Search and Explore know the language of a show. Documents get it with the next index. */
  '0060-search-languages': sql`
    alter table search_documents add column language text not null default '';
    create index search_show_language on search_documents_show (language, standing desc, id desc);

    create or replace function note_search_show() returns trigger language plpgsql as $$
      begin
        insert into search_changes (kind, id) values ('show', coalesce(new.show_id, old.show_id));
        if tg_op = 'UPDATE' and (new.title, new.author, new.keywords, new.user_id, new.language)
          is distinct from (old.title, old.author, old.keywords, old.user_id, old.language)
        then
          insert into search_changes (kind, id) values ('episodes', new.show_id);
        end if;
        notify search;
        return null;
      end
    $$;
    create trigger search_language_updated after update on shows for each row
      when (old.language is distinct from new.language)
      execute function note_search_show();

    insert into search_changes (kind, id)
      select kind, id from search_documents where kind in ('show', 'episode');
  `,

  /**
   * The log of requests for audio, with a partition for each day (UTC). It has no foreign keys, because a row outlives the
   * episode and the file that it names.
   */
  '0061-audio-requests': sql`
    create table user_agents (
      agent_id integer generated by default as identity primary key,
      name text not null unique,
      last_seen date not null
    );
    create table numbers_salts (
      day date primary key,
      salt bytea not null
    );
    create table numbers_batches (
      batch uuid primary key,
      first_at timestamptz not null,
      written_at timestamptz not null default now()
    );
    create table numbers_files (
      media_id integer primary key,
      sha256 text not null,
      file_size bigint not null,
      duration double precision not null,
      header_bytes bigint,
      last_seen date not null
    );
    create table audio_requests (
      at timestamptz not null,
      media_id integer,
      episode_id integer,
      method text not null,
      status smallint not null,
      range_first bigint not null,
      bytes_sent bigint not null,
      agent_id integer not null,
      referrer_host text not null,
      who bytea not null,
      who_before bytea not null
    ) partition by range (at);
    create index audio_requests_episode on audio_requests (episode_id, at);
  `,

  /** Downloads by hour, which stay when the log is removed. */
  '0062-download-hours': sql`
    create table download_hours (
      episode_id integer not null references episodes on delete cascade,
      counted_by text not null check (counted_by in ('calendar', 'rolling', 'extending')),
      hour timestamptz not null,
      downloads integer not null,
      method smallint not null,
      primary key (episode_id, counted_by, hour)
    );
    create index download_hours_hour on download_hours (hour);
  `,

  /** Shows, places, countries and networks in the log, and downloads by day with their parts. */
  '0063-numbers-breakdowns': sql`
    create table numbers_lists (
      list_id integer generated by default as identity primary key,
      name text not null unique
    );
    alter table audio_requests
      add column show_id integer,
      add column placement text not null default '',
      add column country text not null default '',
      add column is_hosting boolean not null default false,
      add column list_id integer;
    update audio_requests set show_id = episodes.show_id
      from episodes where episodes.episode_id = audio_requests.episode_id;
    create table episode_days (
      episode_id integer not null references episodes on delete cascade,
      counted_by text not null check (counted_by in ('calendar', 'rolling', 'extending')),
      day date not null,
      downloads integer not null,
      parts jsonb not null,
      method smallint not null,
      primary key (episode_id, counted_by, day)
    );
    create index episode_days_day on episode_days (day);
    create table show_days (
      show_id integer not null references shows on delete cascade,
      counted_by text not null check (counted_by in ('calendar', 'rolling', 'extending')),
      day date not null,
      downloads integer not null,
      listeners integer not null,
      parts jsonb not null,
      method smallint not null,
      primary key (show_id, counted_by, day)
    );
    create index show_days_day on show_days (day);
  `,

  /** An index for the dashboard of an author with many episodes. */
  '0064-dashboard': sql`
    create index episodes_waiting on episodes (show_id)
      where state in ('draft', 'scheduled') and deleted_at is null;
  `,
};
