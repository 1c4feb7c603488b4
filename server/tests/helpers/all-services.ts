import { generateKeyPairSync } from 'node:crypto';
import { startFakeStripe } from './fake-stripe.ts';
import { startRadio } from './radio-server.ts';
import { startGraph, startOpenId, startTwitter } from './sign-in-servers.ts';

export type AllServices = Awaited<ReturnType<typeof startAllServices>>;

const APP = { id: '1234', secret: 'graph-secret' };
const CONSUMER = { key: 'consumer', secret: 'consumer-secret' };

const newAppleKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .replaceAll('\n', '\\n');

/** A server for each kind of service, and the settings for all of them. */
export async function startAllServices() {
  const [stripe, google, apple, graph, twitter, radio] = await Promise.all([
    startFakeStripe(),
    startOpenId('web.google'),
    startOpenId('web.apple'),
    startGraph(APP),
    startTwitter(CONSUMER),
    startRadio(),
  ]);
  const env: Record<string, string> = {
    ...stripe.env,
    GOOGLE_CLIENT_ID: 'web.google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
    APPLE_CLIENT_ID: 'web.apple',
    APPLE_ISSUER: apple.issuer,
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: newAppleKey(),
    FACEBOOK_APP_ID: APP.id,
    FACEBOOK_APP_SECRET: APP.secret,
    FACEBOOK_GRAPH_URL: graph.url,
    FACEBOOK_DIALOG_URL: graph.url,
    TWITTER_CONSUMER_KEY: CONSUMER.key,
    TWITTER_CONSUMER_SECRET: CONSUMER.secret,
    TWITTER_API_URL: twitter.url,
    IHR_URL: radio.url,
    IHR_PRIVATE: 'true',
  };
  return {
    env,
    stripe,
    google,
    apple,
    graph,
    twitter,
    radio,
    async stop() {
      await Promise.all([stripe, google, apple, graph, twitter].map((server) => server.stop()));
      await radio.close();
    },
  };
}
