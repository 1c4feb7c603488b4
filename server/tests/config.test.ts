import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

describe('readConfig', () => {
  it('puts everything on one origin by default', () => {
    const { siteUrl, apiUrl, widgetUrl, mediaUrl, databaseUrl } = readConfig({});
    expect({ siteUrl, apiUrl, widgetUrl, mediaUrl, databaseUrl }).toEqual({
      siteUrl: 'http://localhost:4000',
      apiUrl: 'http://localhost:4000/api',
      widgetUrl: 'http://localhost:4000',
      mediaUrl: 'http://localhost:4000/media',
      databaseUrl: null,
    });
  });

  it('uses the port in the addresses', () => {
    expect(readConfig({ PORT: '8080' }).apiUrl).toBe('http://localhost:8080/api');
  });

  it('removes a slash at the end of an address', () => {
    expect(readConfig({ SITE_URL: 'https://pod.example/' }).siteUrl).toBe('https://pod.example');
  });

  it.each([
    [' https://pod.example/ ', 'https://pod.example'],
    ['https://pod.example\r', 'https://pod.example'], // a file of settings from Windows
    ['https://Pod.Example:443', 'https://pod.example'],
    ['https:/pod.example', 'https://pod.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('writes the address "%s" as browsers do', (text, siteUrl) => {
    expect(readConfig({ SITE_URL: text })).toMatchObject({ siteUrl, apiUrl: `${siteUrl}/api` });
    expect(readConfig({ MEDIA_URL: text }).mediaUrl).toBe(siteUrl);
    expect(readConfig({ REDIS_URL: ' redis://cache:6379\r' }).redisUrl).toBe('redis://cache:6379');
  });

  it('takes a value without the white space around it', () => {
    expect(readConfig({ PORT: '8080\r', SIGNUP: ' closed', DATA_DIR: ' /srv/pod ' })).toMatchObject(
      {
        port: 8080,
        signup: 'closed',
        dataDir: '/srv/pod',
      },
    );
    expect(readConfig({ HOST: ' ' }).host).toBe('0.0.0.0');
  });

  it.each([
    [
      { MEDIA_URL: 'https://pod.example/' },
      'MEDIA_URL is "https://pod.example", the same as SITE_URL',
    ],
    [
      { MEDIA_URL: 'https://w.example', WIDGET_URL: 'https://w.example' },
      'MEDIA_URL is "https://w.example", the same as WIDGET_URL',
    ],
    [
      { API_URL: 'https://w.example', WIDGET_URL: 'https://w.example' },
      'API_URL is "https://w.example", the same as WIDGET_URL',
    ],
    [
      { API_URL: 'https://w.example', MEDIA_URL: 'https://w.example' },
      'API_URL is "https://w.example", the same as MEDIA_URL',
    ],
  ])('refuses the same address for two parts: %j', (env, words) => {
    expect(() => readConfig({ SITE_URL: 'https://pod.example', ...env })).toThrow(words);
  });

  it('takes the name of a host as DOMAIN', () => {
    expect(readConfig({ DOMAIN: ' Pod.Example ' }).domain).toBe('pod.example');
    expect(readConfig({ DOMAIN: '192.0.2.7' }).domain).toBe('192.0.2.7');
  });

  it('reads the headers of traces as OpenTelemetry writes them', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    const read = (text: string) =>
      readConfig({ ...env, OTEL_EXPORTER_OTLP_HEADERS: text }).traces?.headers;
    expect(read(' api-key = a=%20b , tenant=x,')).toEqual({ 'api-key': 'a= b', tenant: 'x' });
    expect(() => read('api-key')).toThrow('OTEL_EXPORTER_OTLP_HEADERS must be a list');
    expect(() => read('api-key=%')).toThrow('OTEL_EXPORTER_OTLP_HEADERS must be a list');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SITE_URL', 'pod.example'],
    ['API_URL', 'ftp://pod.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
    ['DATABASE_READ_URL', 'mysql://localhost/x'],
    ['REDIS_URL', 'localhost'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['SITE_URL', 'https://pod.example/?page=1'],
    ['SITE_URL', 'https://pod.example/?'],
    ['SITE_URL', 'https://pod.example/#'],
    ['SITE_URL', 'https://pod.example/pod'],
    ['SITE_URL', 'https://pod.example/pod/?page=1'],
    ['SITE_URL', 'https://pod.example/a/b'],
    ['DOMAIN', 'https://pod.example'],
    ['DOMAIN', 'pod.example:4000'],
    ['DOMAIN', 'pod.example/pod'],
    ['DOMAIN', 'ann@pod.example'],
    ['METRICS', 'yes'],
    ['METRICS_PORT', '70000'],
    ['AUDIO_TOTAL_MBIT', '0'],
    ['ROBOTS', 'no'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['AUDIO_ADDRESS_MB', '1.5'],
    ['SIGNUP', 'nobody'],
    ['RATE_LIMITS', 'none'],
    ['DATABASE_POOL_SIZE', '0'],
    ['UPLOAD_MAX_MB', '1.5'],
    ['UPLOAD_QUOTA_MB', '-1'],
    ['IMPORT_PRIVATE_HOSTS', 'http://podcasts.lan'],
    ['API_URL', 'http://localhost:4000'],
    ['WORKER', 'on'],
    ['NUMBERS_PREFIX', 'op3.dev/e'],
    ['NUMBERS_PREFIX', 'http://op3.dev/e'],
    ['NUMBERS_PREFIX', 'https://op3.dev'],
    ['NUMBERS_PREFIX', 'https://op3.dev/E/x'],
    ['NUMBERS_PREFIX', 'https://op3.dev/e/https://pod.example'],
    ['NUMBERS_PREFIX', 'https://count.example/{show}'],
    ['NUMBERS_PREFIX', 'https://count.example/a b'],
    ['NUMBERS_PREFIX', 'https://count.example/e?id=1'],
    ['NUMBERS_URL', 'clickhouse:8123/earshot'],
    ['NUMBERS_URL', 'tcp://clickhouse:9000/earshot'],
    ['NUMBERS_URL', 'http://clickhouse:8123'],
    ['NUMBERS_URL', 'http://clickhouse:8123/a/b'],
    ['NUMBERS_URL', 'http://clickhouse:8123/earshot?user=ann'],
    ['CDN_PURGE_URL', 'varnish:6081/purge'],
    ['CDN_PURGE_URL', 'http://varnish:6081/purge?token=1'],
    ['DRAIN_SECONDS', '31'],
    ['DRAIN_SECONDS', '1.5'],
    ['WEBSUB_HUB', 'hub.example.org'],
    ['WEBSUB_HUB', 'ftp://hub.example.org'],
    ['WEBSUB_HUB_PRIVATE', 'yes'],
    ['ADS_URL', 'ads.example.org'],
    ['ADS_URL', 'vast:ads.example.org'],
    ['ADS_URL', 'vast:file:///etc/passwd'],
    ['ADS_URL', 'https://ads.example.org/?key=1'],
    ['ADS_PRIVATE', 'yes'],
    ['CONSENT_REQUIRED', 'yes'],
    ['IHR_URL', 'directory.example.org'],
    ['IHR_URL', 'ftp://directory.example.org'],
    ['IHR_URL', 'https://directory.example.org/?key=1'],
    ['IHR_PRIVATE', 'yes'],
    ['PODCAST_INDEX_URL', 'api.podcastindex.org'],
    ['PODCAST_INDEX_URL', 'https://api.podcastindex.org/?key=1'],
    ['PODCAST_INDEX_PRIVATE', 'yes'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['REDIS_URL', 'redis://'],
    ['METRICS_PORT', '4000'],
    ['MAIL_FROM', 'Earshot'],
    ['MAIL_FROM', 'Earshot <a@b.c>, Eve <e@b.c>'],
    ['MAIL_FROM', 'Earshot\r\nBcc: <a@b.c>'],
  ])('refuses %s with the value "%s"', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"`);
  });

  it('uses a direct address of the database only beside its pooler', () => {
    const DATABASE_DIRECT_URL = 'postgres://db/earshot';
    expect(
      readConfig({ DATABASE_URL: 'postgres://pooler/earshot', DATABASE_DIRECT_URL }),
    ).toMatchObject({
      databaseUrl: 'postgres://pooler/earshot',
      databaseDirectUrl: DATABASE_DIRECT_URL,
    });
    expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('DATABASE_URL is not');
  });

  it('uses a replica only beside its primary', () => {
    const DATABASE_READ_URL = 'postgres://replica/earshot';
    expect(readConfig({ DATABASE_URL: 'postgres://db/earshot', DATABASE_READ_URL })).toMatchObject({
      databaseUrl: 'postgres://db/earshot',
      databaseReadUrl: DATABASE_READ_URL,
    });
    expect(readConfig({}).databaseReadUrl).toBeNull();
    expect(() => readConfig({ DATABASE_READ_URL })).toThrow(
      'DATABASE_READ_URL is set, but DATABASE_URL is not: it must name the primary',
    );
  });

  it('asks an ad server by VAST, with its macros as they are', () => {
    expect(readConfig({ ADS_URL: 'https://ads.example/' })).toMatchObject({
      adsUrl: 'https://ads.example',
      vast: null,
    });
    const url = 'https://ads.example/tag/?cb=[CACHEBUSTING]';
    expect(readConfig({ ADS_URL: `vast:${url}` })).toMatchObject({
      adsUrl: null,
      vast: { url, isPrivate: false },
    });
  });

  it('stores media in a folder unless a bucket is named', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig({ S3_BUCKET: 'pod', S3_ENDPOINT: 'http://minio:9000/' }).s3).toEqual({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'pod',
      credentials: null,
      forcePathStyle: true,
      reads: 'proxy',
    });
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ S3_BUCKET: 'pod', ...keys }).s3).toMatchObject({
      endpoint: null,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      forcePathStyle: false,
    });
  });

  it.each([
    [{ S3_ENDPOINT: 'http://minio:9000' }, 'S3_BUCKET is not'],
    [{ S3_BUCKET: 'pod', S3_ENDPOINT: 'minio' }, 'S3_ENDPOINT is "minio"'],
    [{ S3_BUCKET: 'pod', S3_ACCESS_KEY_ID: 'id' }, 'belong together'],
    [{ S3_BUCKET: 'pod', S3_READS: 'public' }, 'S3_READS is "public"'],
    [{ S3_BUCKET: 'pod', S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE is "yes"'],
  ])('refuses the storage of %j', (env, words) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(words);
  });

  it('refuses a hub whose address would show a password in every feed', () => {
    expect(() => readConfig({ WEBSUB_HUB: 'https://ann:secret@hub.example.org/' })).toThrow(
      'WEBSUB_HUB is "https://***@hub.example.org/"',
    );
  });

  it('speaks the Pusher protocol itself unless an app of a service is named', () => {
    expect(readConfig({}).pusher).toBeNull();
    const app = { PUSHER_APP_ID: '7', PUSHER_KEY: 'key', PUSHER_SECRET: 'top-secret' };
    expect(readConfig({ ...app, PUSHER_CLUSTER: 'eu' }).pusher).toEqual({
      appId: '7',
      key: 'key',
      secret: 'top-secret',
      apiUrl: 'https://api-eu.pusher.com',
      socketUrl: 'https://ws-eu.pusher.com',
    });
    expect(readConfig({ ...app, PUSHER_HOST: 'http://push.lan:6001/' }).pusher).toMatchObject({
      apiUrl: 'http://push.lan:6001',
      socketUrl: 'http://push.lan:6001',
    });
  });

  it.each([
    [{ PUSHER_KEY: '' }, 'needs PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET'],
    [{ PUSHER_APP_ID: '7/8' }, 'PUSHER_APP_ID is "7/8"'],
    [{ PUSHER_CLUSTER: 'eu.example.org/' }, 'PUSHER_CLUSTER is'],
    [{ PUSHER_HOST: 'push.example.org' }, 'PUSHER_HOST is "push.example.org"'],
    [{ PUSHER_HOST: 'https://push.example.org/path' }, 'PUSHER_HOST is'],
    [{ PUSHER_HOST: 'https://ann:top-secret@push.example.org' }, 'PUSHER_HOST is "https://***@'],
  ])('refuses the service of push with %j, without its secret', (env, words) => {
    const app = { PUSHER_APP_ID: '7', PUSHER_KEY: 'key', PUSHER_SECRET: 'top-secret' };
    const read = () => readConfig({ ...app, ...(env as Record<string, string>) });
    expect(read).toThrow(words);
    expect(read).not.toThrow('top-secret');
  });

  it('tells browsers of no ad server whose address holds a password', () => {
    const ADS_URL = 'https://ann:top-secret@ads.example.org';
    expect(() => readConfig({ ADS_URL })).toThrow('ADS_URL is "https://***@ads.example.org"');
  });

  it('knows a radio directory only by its address', () => {
    expect(readConfig({}).radioDirectory).toBeNull();
    expect(readConfig({ IHR_URL: 'https://radio.example/api/' }).radioDirectory).toEqual({
      url: 'https://radio.example/api',
      token: null,
      isPrivate: false,
    });
    expect(() => readConfig({ IHR_TOKEN: 'secret' })).toThrow('IHR_URL is not');
  });

  it.each([
    [{ IHR_URL: 'https://ann:secret@radio.example/' }, 'IHR_URL is "https://***@radio.example"'],
    [{ IHR_URL: 'https://radio.example', IHR_TOKEN: 'secret\r\nX: 1' }, 'IHR_TOKEN must have'],
  ])('refuses %j without its secret', (env, words) => {
    expect(() => readConfig(env)).toThrow(words);
    expect(() => readConfig(env)).not.toThrow('secret');
  });

  it.each(['SITE_URL', 'API_URL', 'WIDGET_URL', 'MEDIA_URL'])(
    'refuses an IPv6 address in %s, which browsers ignore in the policy of a page',
    (name) => {
      expect(() => readConfig({ [name]: 'http://[2001:db8::1]:4000' })).toThrow('it needs a name');
    },
  );

  it.each(['SITE_URL', 'API_URL', 'WIDGET_URL', 'AUTH_URL', 'MEDIA_URL'])(
    'refuses a password in %s, which every page shows',
    (name) => {
      const read = () => readConfig({ [name]: 'https://ann:top-secret@pod.example' });
      expect(read).toThrow(`${name} is "https://***@pod.example"`);
      expect(read).not.toThrow('top-secret');
    },
  );

  it.each([
    ['DATABASE_URL', 'mysql://ann:top-secret@db.lan/x'],
    ['REDIS_URL', 'memcached://:top-secret@cache.lan'],
    // A slash in a password must be written as %2F.
    ['DATABASE_URL', 'postgres://ann:top-secret/1@db.lan/x'],
    ['SMTP_URL', 'smtps://ann:top-secret/a/b@mail.lan'],
    ['ADS_URL', 'vast:ftp://ann:top-secret/1@ads.lan'],
  ])('does not print the password of %s if it refuses %s', (name, wrong) => {
    expect(() => readConfig({ [name]: wrong })).toThrow(`${name} is "`);
    expect(() => readConfig({ [name]: wrong })).not.toThrow('top-secret');
  });

  it('takes a database for the log of requests, with a user and a password', () => {
    const url = 'https://ann:p%25t@clickhouse.lan:8443/earshot';
    expect(readConfig({}).numbersUrl).toBeNull();
    expect(readConfig({ NUMBERS_URL: url }).numbersUrl).toBe(url);
    expect(() => readConfig({ NUMBERS_URL: 'http://ann:50%off@ch/earshot' })).toThrow(
      /^The user or the password of NUMBERS_URL has a % that is not part of an encoded character/,
    );
  });

  it('takes several caches, and their secret apart from the address', () => {
    const CDN_PURGE_URL = 'http://a:6081/purge, http://b:6081/purge';
    expect(readConfig({}).cdn).toBeNull();
    expect(readConfig({ CDN_PURGE_URL, CDN_PURGE_TOKEN: 'secret' }).cdn).toEqual({
      purgeUrls: ['http://a:6081/purge', 'http://b:6081/purge'],
      token: 'secret',
    });
    expect(() => readConfig({ CDN_PURGE_URL: 'http://a:6081/purge,' })).toThrow(
      'CDN_PURGE_URL is ""',
    );
    expect(() => readConfig({ CDN_PURGE_TOKEN: 'secret' })).toThrow(
      'CDN_PURGE_TOKEN is set, but CDN_PURGE_URL is not',
    );
    expect(() => readConfig({ CDN_PURGE_URL: 'http://ann:secret@a/purge' })).toThrow(
      /^CDN_PURGE_URL is "http:\/\/\*\*\*@a\/purge": .* The secret belongs into CDN_PURGE_TOKEN\.$/,
    );
  });

  it('does not print the password of an address that it refuses', () => {
    expect(() => readConfig({ SMTP_URL: 'smpt://anna:secret@mail.example.org' })).toThrow(
      'SMTP_URL is "smpt://***@mail.example.org"',
    );
  });

  it.each([
    [{}, { name: null, address: 'no-reply@localhost' }],
    [
      { SITE_URL: 'https://pod.example', PRODUCT_NAME: 'Radio Uno' },
      { name: null, address: 'no-reply@pod.example' },
    ],
    [{ SITE_URL: 'http://192.0.2.7' }, { name: null, address: 'no-reply@[192.0.2.7]' }],
    [{ MAIL_FROM: 'pod@example.org' }, { name: '', address: 'pod@example.org' }],
    [
      { MAIL_FROM: '"Radio, Uno" <pod@example.org>' },
      { name: 'Radio, Uno', address: 'pod@example.org' },
    ],
  ])('reads the sender of mails from %j', (env, mailFrom) => {
    expect(readConfig(env).mailFrom).toEqual(mailFrom);
  });

  it.each([
    ['', ['loopback']],
    ['true', true],
    ['false', false],
    ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
  ])('reads TRUST_PROXY=%s', (text, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy);
  });

  it('takes payments only with all keys of Stripe, and repeats none', () => {
    const STRIPE_SECRET_KEY = 'sk_live_top-secret';
    expect(readConfig({}).payments).toBeNull();
    expect(() => readConfig({ STRIPE_SECRET_KEY })).toThrow(/^STRIPE_SECRET_KEY is set, but/);
    const env = { STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' };
    expect(readConfig({ STRIPE_SECRET_KEY, ...env }).payments).toEqual({
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: 'pk',
      storeKey: 'pk',
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
      webhookSecret: 'whsec',
      stripeUrl: 'https://api.stripe.com',
    });
  });

  it.each([
    // Browsers read the publishable keys.
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_live_top-secret' }, 'STRIPE_PUBLISHABLE_KEY is a secret key'],
    [{ STRIPE_PUBLISHABLE_KEY: 'rk_live_top-secret' }, 'STRIPE_PUBLISHABLE_KEY is a secret key'],
    [
      { STRIPE_STORE_PUBLISHABLE_KEY: 'whsec_top-secret' },
      'STRIPE_STORE_PUBLISHABLE_KEY is a secret key',
    ],
    [{ STRIPE_SECRET_KEY: 'pk_live_top-secret' }, 'STRIPE_SECRET_KEY is a publishable key'],
    [{ STRIPE_URL: 'https://stripe.lan/v1' }, 'STRIPE_URL is "https://stripe.lan/v1"'],
    [{ STRIPE_URL: 'https://a:top-secret@stripe.lan' }, 'STRIPE_URL is "https://***@stripe.lan"'],
    [{ STRIPE_JS_URL: 'js.stripe.lan' }, 'STRIPE_JS_URL is "js.stripe.lan"'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'payments need STRIPE_SECRET_KEY'],
  ])('refuses %j in a setup of payments, without its secret', (wrong, words) => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_top-secret',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_top-secret',
    };
    const read = () => readConfig({ ...keys, ...(wrong as Record<string, string>) });
    expect(read).toThrow(words);
    expect(read).not.toThrow('top-secret');
  });

  it('reads the own provider as it writes itself, and turns the others off if it is the only one', () => {
    const env = {
      OIDC_ISSUER: 'https://id.example/app/earshot/',
      OIDC_CLIENT_ID: 'earshot',
      OIDC_CLIENT_SECRET: 'top-secret',
      GOOGLE_CLIENT_ID: 'web',
    };
    const { oidc, google } = readConfig(env).signIn;
    expect([oidc?.issuer, oidc?.name, oidc?.adminGroups, google?.clientIds]).toEqual([
      'https://id.example/app/earshot/',
      'id.example',
      null,
      ['web'],
    ]);
    const only = readConfig({ ...env, OIDC_ONLY: '1', OIDC_ADMIN_GROUPS: 'staff, owners' }).signIn;
    expect([only.google, only.isOidcOnly, only.oidc?.adminGroups]).toEqual([
      null,
      true,
      ['staff', 'owners'],
    ]);
  });

  it('offers sign-in through the services whose apps it knows', () => {
    expect(readConfig({}).signIn).toEqual({
      google: null,
      apple: null,
      facebook: null,
      twitter: null,
      oidc: null,
      isOidcOnly: false,
    });
    const env = {
      GOOGLE_CLIENT_ID: 'web, ios',
      FACEBOOK_APP_ID: '7',
      FACEBOOK_APP_SECRET: 'top-secret',
      FACEBOOK_PERMISSIONS: 'email, public_profile, user_link',
    };
    expect(readConfig(env).signIn).toMatchObject({
      google: { issuer: 'https://accounts.google.com', clientIds: ['web', 'ios'] },
      facebook: { appId: '7', permissions: ['public_profile', 'email', 'user_link'] },
    });
    expect(readConfig({ ...env, FACEBOOK_PERMISSIONS: '' }).signIn).toMatchObject({
      facebook: { permissions: ['public_profile', 'email'] },
    });
  });

  it.each([
    [
      { GOOGLE_ISSUER: 'https://id.example' },
      'GOOGLE_ISSUER is set, but sign-in needs GOOGLE_CLIENT_ID',
    ],
    [{ FACEBOOK_APP_SECRET: 'top-secret' }, 'needs FACEBOOK_APP_ID and FACEBOOK_APP_SECRET'],
    [
      { TWITTER_CONSUMER_KEY: 'top-secret' },
      'needs TWITTER_CONSUMER_KEY and TWITTER_CONSUMER_SECRET',
    ],
    [{ APPLE_CLIENT_ID: 'a', APPLE_ISSUER: 'appleid.apple.com' }, 'APPLE_ISSUER is'],
    [{ APPLE_CLIENT_ID: 'a', APPLE_KEY_ID: 'K' }, 'APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY'],
    [
      {
        APPLE_CLIENT_ID: 'a',
        APPLE_TEAM_ID: 'T',
        APPLE_KEY_ID: 'K',
        APPLE_PRIVATE_KEY: 'top-secret',
      },
      'APPLE_PRIVATE_KEY is not the text of a .p8 file',
    ],
    [{ GOOGLE_CLIENT_SECRET: 'top-secret' }, 'sign-in needs GOOGLE_CLIENT_ID'],
    [{ OIDC_NAME: 'top-secret' }, 'needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET'],
    [{ OIDC_ONLY: '1' }, 'needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET'],
    [{ OIDC_ONLY: 'yes' }, 'OIDC_ONLY is'],
    [
      { OIDC_ISSUER: 'id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'top-secret' },
      'OIDC_ISSUER is',
    ],
    [
      { TWITTER_CONSUMER_KEY: 'a', TWITTER_CONSUMER_SECRET: 'b', TWITTER_FLOW: 'oauth2' },
      'it needs TWITTER_CLIENT_ID and TWITTER_CLIENT_SECRET',
    ],
    [{ HOST_KEY: 'top-secret' }, 'HOST_KEY is too short'],
    [
      { APPLE_CLIENT_ID: 'a', APPLE_ISSUER: 'https://ann:top-secret@id.example' },
      'APPLE_ISSUER is',
    ],
  ])('refuses half a setup of a sign-in: %j', (env, words) => {
    expect(() => readConfig(env)).toThrow(words);
    expect(() => readConfig(env)).not.toThrow(/top-secret/);
  });
});
