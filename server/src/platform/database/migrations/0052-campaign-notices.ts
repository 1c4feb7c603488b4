import { type Migration, sql } from 'kysely';

/**
 * A campaign of an author changes the answers about this author's shows, and access to its audio. All answers change
 * only with a campaign of the host, and with the first and the last running campaign: pages say whether there are ads
 * to request.
 */
export const campaignNotices: Migration = {
  async up(database) {
    await sql`
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
    `.execute(database);
  },
};
