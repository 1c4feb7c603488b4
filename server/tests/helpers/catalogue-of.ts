import type { Database } from '../../src/platform/database/database.ts';

export interface NewEpisode {
  title: string;
  description?: string;
  tags?: string[];
  state?: 'draft' | 'published' | 'unlisted' | 'private';
  /** ISO 8601. */
  published_at?: string;
}

export interface NewShow {
  title: string;
  /** Left out, the show gets a user without an account, named after its author. */
  user_id?: number;
  author?: string;
  description?: string;
  language?: string;
  deleted_at?: Date;
  keywords?: string[];
  categories?: string[];
  episodes?: NewEpisode[];
}

let made = 0;
const nextNumber = () => ++made;

/** Writes a show with its episodes, and returns the ids. */
export async function addShow(database: Database, show: NewShow) {
  const { title, author = 'Nobody', episodes = [] } = show;
  const permalink = `added-show-${nextNumber()}`;
  const user_id = show.user_id ?? (await addUser(database, author));
  const { show_id } = await database
    .insertInto('shows')
    .values({
      user_id,
      permalink,
      title,
      author,
      description: show.description ?? '',
      language: show.language ?? 'en',
      deleted_at: show.deleted_at ?? null,
      keywords: show.keywords ?? [],
      categories: show.categories ?? [],
      explicit: false,
    })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  const episodeIds: number[] = [];
  for (const episode of episodes) {
    const where = { show_id, user_id };
    episodeIds.push(await addEpisode(database, where, episode));
  }
  return { showId: show_id, userId: user_id, episodeIds };
}

export async function addEpisode(
  database: Database,
  where: { show_id: number; user_id: number },
  { title, ...fields }: NewEpisode,
): Promise<number> {
  const { episode_id } = await database
    .insertInto('episodes')
    .values({
      ...where,
      permalink: `added-episode-${nextNumber()}`,
      title,
      description: '',
      published_at: '2026-01-01T00:00:00Z',
      explicit: false,
      enclosure_url: 'https://feed.test/1.mp3',
      ...fields,
    })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  return episode_id;
}

/** A user without an account. */
export async function addUser(database: Database, name: string): Promise<number> {
  const { user_id } = await database
    .insertInto('users')
    .values({ permalink: `added-user-${nextNumber()}`, name })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}
