// Fills the log of requests for audio, by SQL alone. Most people ask for an episode once.

export const DAYS = { first: '2026-03-02', last: '2026-03-17', after: '2026-03-18' };
const SHOWS = 20;
const EPISODES = 60; // of each show
const PROGRAMS = 40;

/** @param database a client of `pg`, for a database with the tables of the server */
export async function fillAudioLog(database, rows) {
  await database.query(`
    insert into users (permalink, name) values ('numbers-bench', 'Bench');
    insert into shows (permalink, title, user_id, author, description, language, categories, keywords, explicit)
      select 'numbers-' || n, 'Bench', user_id, '', '', 'en', '{}', '{}', false
      from users, generate_series(1, ${SHOWS}) n where permalink = 'numbers-bench';
    insert into episodes (show_id, user_id, permalink, title, description, explicit, published_at)
      select show_id, user_id, permalink || '-' || n, 'Bench', '', false, '${DAYS.first}'
      from shows, generate_series(1, ${EPISODES}) n where permalink like 'numbers-%';
    insert into user_agents (name, last_seen)
      select 'Pod/' || n, '${DAYS.last}' from generate_series(1, ${PROGRAMS}) n;
    insert into numbers_files (media_id, sha256, file_size, duration, header_bytes, last_seen)
      select episode_id, 'bench ' || episode_id, 20000000, 1800, 1000, '${DAYS.last}'
      from episodes where permalink like 'numbers-%'`);
  await database.query(`
    do $$ declare day date; begin
      for day in select generate_series('${DAYS.first}'::date, '${DAYS.after}'::date, '1 day')::date loop
        execute format(
          'create table if not exists audio_requests_%s partition of audio_requests for values from (%L) to (%L)',
          to_char(day, 'YYYYMMDD'), day || ' 00:00Z', day + 1 || ' 00:00Z');
      end loop; end $$`);
  // One row in twenty is of a person who asks for the same episode again and again, more than once a day.
  await database.query(`
    select setseed(0.5);
    insert into audio_requests (at, media_id, episode_id, show_id, method, status, range_first, bytes_sent, agent_id,
      referrer_host, who, who_before)
    select at, episode_id, episode_id, show_id, 'GET', 206, (row % 7) * 1500000, 1500000, agent_id, '',
      decode(md5(person || ' ' || day), 'hex'), decode(md5(person || ' ' || day - 1), 'hex')
    from (
      select n as row, '${DAYS.first} 00:00Z'::timestamptz + n * (interval '16 days' / ${rows}) as at,
        case when n % 20 = 0 then (random() * ${rows / 500})::integer else 1000000 + n / 4 end as person, random() as r
      from generate_series(0, ${rows - 1}) n
    ) as asked,
      lateral (select (at at time zone 'UTC')::date as day,
        case when row % 20 = 0 then person % 1200 else (power(r, 3) * 1199)::integer end as place,
        person % ${PROGRAMS} as program) as chosen
      join (select episode_id, show_id, row_number() over (order by episode_id) - 1 as place
        from episodes where permalink like 'numbers-%') as episode using (place)
      join (select agent_id, row_number() over (order by agent_id) - 1 as program
        from user_agents where name like 'Pod/%') as known using (program)`);
  await database.query('vacuum analyze');
}
