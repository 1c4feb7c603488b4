// Every public GET of the API, on data that the samples do not contain.
import { giveUp } from './report.mjs';

export const READS = [
  '/v2/episodes/1',
  '/v2/episodes/1?export=episode_segments',
  '/episode/1',
  '/episode/1/chapters',
  '/episode/1/waveform',
  '/v2/episodes/1/messages',
  '/v2/shows',
  '/v2/shows/1',
  '/show/1',
  '/v2/shows/1/episodes',
  '/v2/shows/1/episodes?page=1',
  '/show/1/episodes',
  '/show/1/episodes/playlist',
  '/show/1/schedules',
  '/v2/users/1',
  '/user/1',
  '/user/1/fans',
  '/user/1/calendar/items',
  '/v2/users/1/likes',
  '/v2/users/1/followings',
  '/v2/users/1/favorites',
  '/v2/search?q=bench',
  '/v2/search?q=bench&type=users&page=2',
  '/v2/explore/lists',
  '/v2/explore/lists/new/items',
  '/v2/explore/lists/popular/items',
  '/v2/explore/lists/similar/items?show_id=1',
  '/v2/explore/categories',
  '/v2/explore/categories/arts/items',
  '/v2/tags/bench/episodes',
  '/flashmessage',
];

const PEOPLE = 30; // more than a page of each list
const READY_WITHIN_MS = 60_000;

/** Fills the lists of the first user, show and episode. */
export async function fillLists(database, api) {
  await database.query(
    `with author as (
       insert into users (permalink, name)
       select 'bench-author-' || n, 'Bench ' || n from generate_series(1, ${PEOPLE}) n
       returning user_id, permalink
     ), show as (
       insert into shows (user_id, permalink, title, author, description, language, categories,
         keywords, explicit)
       select user_id, permalink, 'Bench', 'Bench', 'About', 'en', '{Arts}', '{bench}', false
       from author returning show_id, user_id, permalink
     ), episode as (
       insert into episodes (show_id, user_id, permalink, title, description, tags, published_at,
         explicit, media_id)
       select show_id, user_id, permalink, 'Bench', '<p>About</p>', '{bench}', now(), false,
         (select min(media_id) from media where kind = 'audio')
       from show returning episode_id
     ), liked as (
       insert into likes (user_id, episode_id) select 1, episode_id from episode
     ), followed as (
       insert into followings (follower_id, followed_id)
       select 1, user_id from author union all select user_id, 1 from author
     ), favored as (
       insert into favorites (user_id, show_id) select 1, show_id from show
     ), popular as (
       insert into show_popularity (show_id, score) select show_id, show_id from show
     )
     insert into messages (episode_id, user_id, text) select 1, user_id, 'Well said' from author`,
  );
  await database.query(`update shows set keywords = '{bench}' where show_id = 1`);
  await database.query(`insert into flash_messages (name, message) values ('bench', 'Hello')`);
  const until = performance.now() + READY_WITHIN_MS;
  for (const path of [
    '/episode/1/waveform',
    '/v2/tags/bench/episodes',
    '/v2/explore/lists/similar/items?show_id=1',
  ]) {
    while (!(await isReady(`${api}${path}`))) {
      if (performance.now() > until) giveUp(`${path} has nothing to answer.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The waveform and the search documents are made in the background. */
async function isReady(url) {
  const answer = await fetch(url);
  const { response } = await answer.json();
  return answer.status === 200 && response.items?.length !== 0;
}
