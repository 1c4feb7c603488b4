import type { AddressInfo } from 'node:net';
import { author } from '../helpers/author.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

export interface ReferenceHost {
  test: TestApp;
  proxy: FaultyProxy;
  /** Addresses at the proxy. */
  episodePage: string;
  feed: string;
  close(): Promise<void>;
}

const VTT = `WEBVTT

00:00.000 --> 00:04.000
<v Mara>A room is an instrument.

00:04.000 --> 00:08.000
<v Mara>Clap once, and listen.
`;

/** The additions of a careful author to the sample show, so that most checks have something to look at. */
const SHOW = {
  locked: true,
  locked_owner: 'mara@example.org',
  medium: 'podcast',
  itunes_type: 'episodic',
  copyright: 'Mara Lindqvist',
  funding: [{ url: 'https://example.org/give', text: 'Support us' }],
  persons: [{ name: 'Mara', role: 'host', href: 'https://example.org/mara' }],
  locations: [{ name: 'Oslo', geo: 'geo:59.9,10.7', osm: 'R406091' }],
  license: { name: 'cc-by-4.0', url: 'https://example.org/license' },
  txt: [{ text: 'code-1', purpose: 'verify' }],
  trailers: [
    {
      title: 'Soon',
      url: 'https://example.org/trailer.mp3',
      published_at: '2026-01-01T00:00:00Z',
      length: 1000,
      type: 'audio/mpeg',
    },
  ],
  podroll: [
    { feed_guid: '9b024349-ccf0-5f69-a609-6b82873eab3c', feed_url: 'https://podnews.net/rss' },
  ],
};

const EPISODE = {
  season: 1,
  episode_number: 1,
  soundbites: [{ starts_at: 1, duration: 5.5, title: 'Listen' }],
};

/** Our own product with the sample shows, behind a proxy that can have faults. */
export async function openReferenceHost(): Promise<ReferenceHost> {
  let port = 0;
  const proxy = await startFaultyProxy(() => port);
  const test = await openSite({ SITE_URL: proxy.origin });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
  const { user_id: userId, permalink: path } = await test.database
    .selectFrom('shows')
    .innerJoin('users', 'users.user_id', 'shows.user_id')
    .select(['users.user_id', 'users.permalink'])
    .where('show_id', '=', 1)
    .executeTakeFirstOrThrow();
  const owner = { userId, permalink: path, token: '', headers: { authorization: '' } };
  const mara = author(
    test,
    await test.signInAgain({ ...owner, cookies: { cookie: '', origin: '' } }),
  );
  await mara.must('show', 'PUT', '/show/1', { payload: SHOW });
  const episode = await mara.must('episode', 'PUT', '/episode/1', { payload: EPISODE });
  await mara.call('PUT', '/episode/1/transcript', {
    headers: { 'content-type': 'text/vtt' },
    payload: VTT,
  });
  await test.deps.answers.settle();
  return {
    test,
    proxy,
    episodePage: episode.site_url,
    feed: `${proxy.origin}/show/1/episodes/feed`,
    async close() {
      await proxy.close();
      await test.close();
    },
  };
}
