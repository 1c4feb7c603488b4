import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Claims = Readonly<Record<string, unknown>>;

export interface OidcServer {
  issuer: string;
  /** Claims of persons that differ from the usual ones, by login. */
  people: Map<string, Claims>;
  /** True while it answers every request with 503. */
  isDown: boolean;
  /** Logs a person in on its pages. Returns the address to which it leads the browser. */
  visit(address: string, login: string): Promise<string>;
  stop(): Promise<void>;
}

export interface OidcOptions {
  /** How the client proves itself. */
  auth?: 'client_secret_post' | 'client_secret_basic';
  /** True if id tokens hold only `sub`, as the specification says. The other claims are in userinfo. */
  isStrict?: boolean;
}

/** A provider of OpenID Connect with pages on which a person logs in and agrees (`oidc-provider`). */
export async function startOidc(
  client: { id: string; secret: string },
  { auth = 'client_secret_post', isStrict = false }: OidcOptions = {},
): Promise<OidcServer> {
  const people: OidcServer['people'] = new Map();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const quiet = silence();
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://localhost/unused'],
        token_endpoint_auth_method: auth,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    conformIdTokenClaims: isStrict,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: `${sub} of Oidc`,
        email: `${sub}@oidc.test`,
        email_verified: true,
        ...people.get(sub),
      }),
    }),
  });
  // The site of a test has a port of its own.
  provider.Client.prototype.redirectUriAllowed = () => true;
  quiet();
  const handle = provider.callback();
  const open = { issuer, people, isDown: false, visit };
  server.on('request', (request, reply) => {
    if (!open.isDown) return handle(request, reply);
    reply.writeHead(503).end('down');
  });
  return Object.assign(open, {
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const STEPS_MAX = 12;

/** A browser that fills in the pages of the provider: first the login, then the agreement. */
async function visit(address: string, login: string): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = address;
  let form: Record<string, string> | null = null;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    form = null;
    const location = answer.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      if (!url.startsWith(origin)) return url;
      continue;
    }
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(await answer.text()) ?? [];
    form = { prompt, ...(prompt === 'login' && { login, password: 'any' }) };
  }
  throw new Error('The provider does not lead the browser back.');
}

/** The library warns of its development pages on the console. */
function silence(): () => void {
  const { warn, info } = console;
  Object.assign(console, { warn() {}, info() {} });
  return () => Object.assign(console, { warn, info });
}
