// The downloads of a show by hour, as the hourly job of the server stores them.

/** Writes them for the published episodes of a show: many at first, fewer each day, and most in the evening. */
export async function writeFigures(query, showId) {
  // Figures are compared only of episodes that were here when they were published.
  await query(
    `update episodes set created_at = published_at where show_id = $1 and state = 'published'`,
    [showId],
  );
  await query(
    `insert into download_hours (episode_id, counted_by, hour, downloads, method)
    select episode_id, 'rolling', hour, downloads, 1
    from episodes
    cross join generate_series(date_trunc('hour', published_at, 'UTC'), now(), interval '1 hour') as hour
    cross join lateral (select extract(epoch from hour - published_at) / 3600 as age) as since
    cross join lateral (select round(12 * exp(-age / 40) + 1.2 * sin(age * pi() / 12)
      + 0.6 + episode_id % 3)::integer as downloads) as figure
    where show_id = $1 and state = 'published' and downloads > 0`,
    [showId],
  );
  const share = (names) =>
    `jsonb_build_object(${names.map(([name, part]) => `'${name}', ceil(downloads * ${part})`).join(', ')})`;
  const parts = `jsonb_build_object(
    'app', ${share([
      ['Apple Podcasts', 0.4],
      ['Spotify', 0.3],
      ['AntennaPod', 0.2],
      ['Firefox', 0.1],
    ])},
    'device', ${share([
      ['Apple iPhone', 0.5],
      ['Android Phone', 0.4],
      ['Other Computer', 0.1],
    ])},
    'country', ${share([
      ['IT', 0.5],
      ['DE', 0.3],
      ['GB', 0.1],
      ['', 0.1],
    ])},
    'referrer', ${share([
      ['', 0.9],
      ['blog.example.org', 0.1],
    ])},
    'place', ${share([
      ['', 0.8],
      ['site', 0.1],
      ['embed', 0.1],
    ])})`;
  const days = `select episode_id, show_id, (hour at time zone 'UTC')::date as day, sum(downloads)::integer as downloads
    from download_hours join episodes using (episode_id) where show_id = $1 group by 1, 2, 3`;
  await query(
    `insert into episode_days (episode_id, counted_by, day, downloads, parts, method)
    select episode_id, 'rolling', day, downloads, ${parts}, 2 from (${days}) as days`,
    [showId],
  );
  await query(
    `insert into show_days (show_id, counted_by, day, downloads, listeners, parts, method)
    select show_id, 'rolling', day, downloads, ceil(downloads * 0.8), ${parts}, 2
    from (select show_id, day, sum(downloads)::integer as downloads from (${days}) as days group by 1, 2) as sums`,
    [showId],
  );
}
