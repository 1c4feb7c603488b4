import { addEpisode, addShow } from './add-episode.ts';
import { addUpload } from './add-upload.ts';
import type { SharedApp, SignedIn } from './test-app.ts';

/** All things of one owner. */
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
  test: SharedApp,
  state: 'published' | 'draft' = 'published',
): Promise<Things> {
  const { database } = test;
  const [owner, other] = [await test.signIn(), await test.signIn()];
  const user_id = owner.userId;
  const show_id = await addShow(database, user_id);
  const episode_id = await addEpisode(database, show_id, {
    state,
    published_at: state === 'draft' ? null : new Date(),
    enclosure_url: 'https://elsewhere.test/guarded.mp3',
  });
  const media_id = await addUpload(database, user_id, { media_id: null }); // it was not examined
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
  return { owner, other, show_id, episode_id, media_id, import_id, message_id };
}
