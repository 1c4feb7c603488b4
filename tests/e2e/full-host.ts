import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AllServices, startAllServices } from '../../server/tests/helpers/all-services.ts';
import type { FakeStripe } from '../../server/tests/helpers/fake-stripe.ts';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import { type OidcServer, startOidc } from '../../server/tests/helpers/oidc-server.ts';
import { type OpenIdServer, startOpenId } from '../../server/tests/helpers/sign-in-servers.ts';
import { newEmail } from './account.ts';
import { test as base, expect } from './product.ts';
import { addPlan } from './shop.ts';

export { expect };

export interface Services extends Omit<AllServices, 'google' | 'apple' | 'env' | 'stop'> {
  google: OidcServer;
  /** Posts its answer to this host, as Apple does. */
  apple: OpenIdServer;
}

/** Another host of podcasts. Each address of a feed has its own show of two episodes. */
export interface FeedHost {
  url: string;
  host: string;
  /** The end of the show's description, which its author can change. */
  proof: string;
}

interface Started {
  services: Services;
  feedHost: FeedHost;
  env: Record<string, string>;
}

/**
 * A host that offers every service: sign-in with four others, three plans, imports, and the curve of listening.
 * Tests that publish also use it, because pages of the samples list new episodes, and other tests look for samples
 * there.
 */
export const test = base.extend<
  { ownCookies: null },
  { started: Started; services: Services; stripe: FakeStripe; feedHost: FeedHost; plans: null }
>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const all = await startAllServices();
      const posting = await startPostingPage();
      const google = await startOidc({ id: 'web.google', secret: 'google-secret' });
      const apple = await startOpenId('web.apple', { page: posting.url });
      const feeds = await startFeedHost();
      all.stripe.prices.set('price_label', 2_900);
      await use({
        services: { ...all, google, apple },
        feedHost: feeds.feedHost,
        env: {
          ...all.env,
          GOOGLE_ISSUER: google.issuer,
          APPLE_ISSUER: apple.issuer,
          IMPORT_PRIVATE_HOSTS: feeds.feedHost.host,
          NUMBERS_LISTENING: 'on',
        },
      });
      await Promise.all([all, posting, google, apple, feeds].map((each) => each.stop()));
    },
    { scope: 'worker' },
  ],
  services: [({ started }, use) => use(started.services), { scope: 'worker' }],
  stripe: [({ services }, use) => use(services.stripe), { scope: 'worker' }],
  feedHost: [({ started }, use) => use(started.feedHost), { scope: 'worker' }],
  serverEnv: [({ started }, use) => use(started.env), { scope: 'worker' }],
  plans: [
    async ({ product }, use) => {
      await addPlan(product, 'studio', 'Studio', '900', '--stripe-price', 'price_studio');
      await addPlan(product, 'label', 'Label', '2900', '--stripe-price', 'price_label');
      await addPlan(product, 'free', 'Free', '0');
      await use(null);
    },
    { scope: 'worker', auto: true },
  ],
  // This host does not control the services' own cookies. A hook would apply to a single file.
  ownCookies: [
    async ({ context }, use) => {
      await use(null);
      await context.clearCookies({ domain: '127.0.0.1' });
    },
    { auto: true },
  ],
});

let people = 0;

/** A person whom Apple, Facebook and X know. Returns their login at Google, and their token at Facebook. */
export function newPerson({ apple, graph, twitter }: Services, email = newEmail()): string {
  people += 1;
  const id = `person-${process.pid}-${people}-${Date.now()}`;
  apple.person = { sub: id, email, email_verified: 'true', name: 'Ada Byron' };
  apple.refusal = null;
  const scopes = ['public_profile', 'email'];
  graph.tokens.set(id, { id, name: 'Ada Byron', email, scopes, app_id: '1234' });
  graph.visitor = id;
  twitter.tokens.set(id, { secret: 's', body: { id_str: id, name: 'Ada Byron', email } });
  twitter.visitor = id;
  return id;
}

/** Posts Apple's answer from another host. */
async function startPostingPage() {
  const { address, stop } = await listen((url) => {
    const address = url.searchParams.get('to');
    if (address === null) return ['text/plain', '']; // browsers ask for an icon
    const to = new URL(address);
    const fields = [...to.searchParams].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const form = `<form method="post" action="${to.origin}${to.pathname}">${fields.join('')}</form>`;
    return ['text/html', `${form}<script>document.forms[0].submit()</script>`];
  });
  return { url: `http://${address}/?to=`, stop };
}

async function startFeedHost() {
  const sound = makeMp3({ rate: 44_100, seconds: 2 });
  const { address, stop } = await listen(({ pathname }) =>
    pathname.endsWith('.mp3')
      ? ['audio/mpeg', sound]
      : ['application/rss+xml', feedOf(feedHost, pathname)],
  );
  const feedHost: FeedHost = { host: address, url: `http://${address}/feed.xml`, proof: '' };
  return { feedHost, stop };
}

const HOSTILE_TITLE = `Bells &lt;script&gt;alert(1)&lt;/script&gt; "tower"`;

const feedOf = ({ host, proof }: FeedHost, path: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${HOSTILE_TITLE}</title>` +
  `<link>http://${host}/about${path}</link><description>High up. ${proof}</description><language>en</language>` +
  [1, 2].map((n) => itemOf(host, path, n)).join('') +
  '</channel></rss>';

const itemOf = (host: string, path: string, n: number) =>
  `<item><title>Tower ${n}</title><guid>${path} ${n}</guid>` +
  `<pubDate>Sun, 0${n} Mar 2026 09:00:00 GMT</pubDate>` +
  `<enclosure url="http://${host}${path}.${n}.mp3" type="audio/mpeg" length="16000"/></item>`;

async function listen(answer: (url: URL) => [type: string, body: string | Buffer]) {
  const server = createServer((request, reply) => {
    const [type, body] = answer(new URL(request.url ?? '/', 'http://127.0.0.1'));
    reply.setHeader('content-type', type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
