// An author with a show, episodes in several states and comments from a listener. The author also administers the
// host.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const PASSWORD = 'correct horse battery';
const AUDIO = 'server/samples/media/why-rooms-sing.mp3';
const COVER = 'server/samples/media/field-notes-on-sound.jpg';
const DAY_MS = 86_400_000;
const EARLIER = ['Salt', 'The keeper of the light', 'Wrecks', 'A map of mud', 'First foot'];
const WORDS = [
  'Every room has a note that it likes to sing.',
  'Hum slowly upwards in your bathroom, and you will find it.',
  'The walls are as far apart as half the wave is long.',
];

/**
 * Signs a person up. `cookie` is the session; `call` sends requests to the API as this person and returns `response`.
 */
async function signUp(site, name) {
  const email = `${name.split(' ')[0].toLowerCase()}@mail.test`;
  const answer = await fetch(`${site}/api/v2/auth/signup`, {
    method: 'POST',
    headers: { Origin: site, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, name, terms: true }),
  });
  const { user, sso } = (await answer.json()).response;
  const [cookie] = answer.headers.getSetCookie();
  async function call(method, path, body, type = 'application/json') {
    const isForm = body instanceof FormData;
    const response = await fetch(`${site}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${sso.token}`,
        ...(body && !isForm ? { 'Content-Type': type } : {}),
      },
      body: isForm || typeof body === 'string' ? body : body && JSON.stringify(body),
    });
    const { response: content, error } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(error ?? content)}`);
    return content;
  }
  return { user, cookie: cookie.split(';')[0], call };
}

function fileForm(field, file, type) {
  const form = new FormData();
  form.append(field, new Blob([readFileSync(file)], { type }), basename(file));
  return form;
}

async function uploadAudio(author) {
  const { media } = await author.call('POST', '/media', fileForm('file', AUDIO, 'audio/mpeg'));
  for (;;) {
    const { state } = (await author.call('GET', `/media/${media.media_id}`)).media;
    if (state === 'ready') return media.media_id;
    if (state === 'failed') throw new Error('The audio of the author was refused.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** @param {{site: string, makeAdministrator: (email: string) => Promise<void>}} product */
export async function createAuthor({ site, makeAdministrator }) {
  const author = await signUp(site, 'Ada Marsh');
  await makeAdministrator('ada@mail.test');
  const { show } = await author.call('POST', '/show', {
    title: 'Tidewater',
    description: 'Stories from the coast, and from what the sea leaves there.',
  });
  await author.call('POST', `/show/${show.show_id}/schedules`, {
    title: 'Tidewater live',
    weekday: 4,
    time: '20:30',
    timezone: 'America/New_York',
  });
  await author.call('PUT', `/show/${show.show_id}/cover`, fileForm('image', COVER, 'image/jpeg'));
  const media_id = await uploadAudio(author);
  const add = async (title) => {
    const fields = {
      show_id: show.show_id,
      title,
      media_id,
      description: `${title}, told in full.`,
    };
    return (await author.call('POST', '/episode', fields)).episode.episode_id;
  };
  const publish = async (title, daysAgo) => {
    const episode_id = await add(title);
    const published_at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    await author.call('PUT', `/episode/${episode_id}/publish`, { published_at });
    return episode_id;
  };
  for (const [n, title] of EARLIER.entries()) await publish(title, 11 * (n + 1));
  const published = await publish('Low tide', 3.2);
  const vtt = WORDS.map(
    (text, n) => `00:00:${10 + n * 6}.000 --> 00:00:${15 + n * 6}.000\n<v Ada>${text}\n`,
  );
  await author.call(
    'PUT',
    `/episode/${published}/transcript`,
    `WEBVTT\n\n${vtt.join('\n')}`,
    'text/vtt',
  );
  const chapters = [
    { starts_at: 0, title: 'The pier at dawn' },
    { starts_at: 21.5, title: 'A note that a room likes' },
  ];
  await author.call('PUT', `/episode/${published}/chapters`, JSON.stringify({ chapters }));
  const soundbites = [{ starts_at: 12, duration: 14, title: 'Hum slowly upwards' }];
  const marks = { soundbites, midrolls: [20], postroll: true };
  await author.call('PUT', `/episode/${published}`, marks);
  const scheduled = await add('High water, and a very long night on the pier');
  const published_at = new Date(Date.now() + 3 * DAY_MS).toISOString();
  await author.call('PUT', `/episode/${scheduled}/publish`, { published_at });
  const draft = await add('What the gulls know');
  await author.call('DELETE', `/episode/${await add('A walk that was too windy')}`);
  const { show: gone } = await author.call('POST', '/show', { title: 'Harbour notes' });
  await author.call('DELETE', `/show/${gone.show_id}`);
  const listener = await signUp(site, 'Mira Holt');
  for (const [text, at] of [
    ['I heard this on the ferry, and nobody spoke for the rest of the way.', 42],
    ['More about the lighthouse, please!', null],
  ]) {
    await listener.call('POST', `/v2/episodes/${published}/messages`, {
      text,
      ...(at === null ? {} : { at }),
    });
  }
  await listener.call(
    'PUT',
    `/v2/users/${listener.user.user_id}/followings/${author.user.user_id}`,
    {},
  );
  await listener.call('PUT', `/v2/users/${listener.user.user_id}/likes/${published}`, {});
  const { episode } = await author.call('GET', `/v2/episodes/${published}`);
  return {
    author: { cookie: author.cookie, permalink: author.user.permalink },
    listener: { cookie: listener.cookie, permalink: listener.user.permalink },
    show_id: show.show_id,
    published,
    draft,
    page: episode.site_url,
    writeNotice: (message) => author.call('PUT', '/flashmessages/moving', { message }),
  };
}
