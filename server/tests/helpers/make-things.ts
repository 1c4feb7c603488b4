import type { SignedIn, TestApp } from './test-app.ts';

/** Everything that belongs to one owner. */
export interface Things {
  owner: SignedIn;
  other: SignedIn;
  show_id: number;
  episode_id: number;
  media_id: number;
  import_id: number;
  message_id: number;
}

/** Makes a user with one of everything, without any request. */
export async function makeThings(
  test: TestApp,
  state: 'published' | 'draft' = 'published',
): Promise<Things> {
  const { database } = test;
  const [owner, other] = [await test.signIn(), await test.signIn()];
  const user_id = owner.userId;
  const { show_id } = await database
    .insertInto('shows')
    .values({
      user_id,
      permalink: `show-of-${owner.permalink}`,
      title: 'Guarded',
      author: 'Guarded',
      description: '',
      language: 'en',
      categories: [],
      keywords: [],
      explicit: false,
    })
    .returning('show_id')
    .executeTakeFirstOrThrow();
  const { episode_id } = await database
    .insertInto('episodes')
    .values({
      user_id,
      show_id,
      permalink: 'guarded',
      title: 'Guarded',
      description: '',
      explicit: false,
      enclosure_url: 'https://elsewhere.test/guarded.mp3',
      state,
      published_at: state === 'draft' ? null : new Date(),
    })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  const upload = await database
    .insertInto('uploads')
    .values({ user_id, state: 'ready' })
    .returning('upload_id')
    .executeTakeFirstOrThrow();
  const { import_id } = await database
    .insertInto('imports')
    .values({
      user_id,
      url: 'https://feeds.invalid/guarded.xml',
      title: 'Guarded',
      author: '',
      proof_code: 'x',
    })
    .returning('import_id')
    .executeTakeFirstOrThrow();
  const { message_id } = await database
    .insertInto('messages')
    .values({ episode_id, user_id: other.userId, text: 'Guarded', at: null })
    .returning('message_id')
    .executeTakeFirstOrThrow();
  return { owner, other, show_id, episode_id, media_id: upload.upload_id, import_id, message_id };
}
