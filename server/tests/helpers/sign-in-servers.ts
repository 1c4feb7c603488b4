import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OAuth2Server } from 'oauth2-mock-server';

export type Claims = Record<string, unknown>;

export interface OpenIdServer {
  issuer: string;
  /** The person whom the code flow signs in, and deviations from the correct flow. */
  person: Claims;
  /** The parameters of the callback instead of a code. */
  refusal: Record<string, string> | null;
  /** The access tokens that it has issued. */
  issued: string[];
  /** The number of revoked tokens. */
  revoked: number;
  /** The status for revocations, instead of a good one. */
  failure: number | null;
  /** An id token with these claims instead of good ones. Undefined claims are omitted. */
  tokenOf(claims: Claims): Promise<string>;
  stop(): Promise<void>;
}

/** A provider of OpenID Connect, with its own keys. `page` redirects browsers back, as Apple does. */
export async function startOpenId(
  clientId: string,
  { page = '' }: { page?: string } = {},
): Promise<OpenIdServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const { issuer, service } = server;
  const open: Omit<OpenIdServer, 'issuer' | 'tokenOf' | 'stop'> = {
    person: {},
    refusal: null,
    issued: [],
    revoked: 0,
    failure: null,
  };
  service.on('beforeTokenSigning', ({ payload }: { payload: Claims }) => {
    Object.assign(payload, { aud: clientId, ...open.person });
  });
  service.on('beforeAuthorizeRedirect', (redirect: { url: URL }) => {
    const { url } = redirect;
    if (open.refusal) url.searchParams.delete('code');
    for (const [name, value] of Object.entries(open.refusal ?? {})) {
      url.searchParams.set(name, value);
    }
    if (page) redirect.url = new URL(page + encodeURIComponent(url.href));
  });
  service.on('beforeResponse', ({ body }: { body: { access_token: string } }) => {
    open.issued.push(body.access_token);
  });
  service.on('beforeRevoke', (answer: { statusCode: number }) => {
    if (open.failure) answer.statusCode = open.failure;
    else open.revoked += 1;
  });
  return Object.assign(open, {
    issuer: issuer.url ?? '',
    tokenOf: (claims: Claims) =>
      issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(payload, { aud: clientId, ...claims });
        },
      }),
    stop: () => server.stop(),
  });
}

export interface Provider {
  url: string;
  stop(): Promise<void>;
}

export type Answer = { status?: number; body?: unknown; location?: string };

/** Serves the result of `answer` for a request and its body. */
export async function serve(
  answer: (request: IncomingMessage, url: URL, body: URLSearchParams) => Answer,
): Promise<Provider> {
  const server = createServer(async (request: IncomingMessage, reply: ServerResponse) => {
    const sent = new URLSearchParams(await text(request));
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const { status = 200, body = '', location } = answer(request, url, sent);
    reply.writeHead(location ? 302 : status, {
      'content-type':
        typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(location && { location }),
    });
    reply.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface GraphUser {
  id: string;
  name?: string;
  email?: string;
  scopes: string[];
  /** The app that the token was made for. */
  app_id: string;
  is_valid?: boolean;
  expires_at?: number;
}

export interface GraphServer extends Provider {
  tokens: Map<string, GraphUser>;
  /** The token of the person in the dialog. Null if they decline. */
  visitor: string | null;
  /** The ids of the users whose permissions were revoked. */
  revoked: string[];
  /** The answer to revocations, instead of a good one. */
  failure: Answer | null;
}

/** The part of the Graph API that identifies the owner of a token. It requires the same proof as Facebook. */
export async function startGraph(app: { id: string; secret: string }): Promise<GraphServer> {
  const tokens: GraphServer['tokens'] = new Map();
  const open: Pick<GraphServer, 'visitor' | 'revoked' | 'failure'> = {
    visitor: null,
    revoked: [],
    failure: null,
  };
  const refuse = (message: string) => ({ status: 400, body: { error: { message, code: 190 } } });
  const proofOf = (token: string) => createHmac('sha256', app.secret).update(token).digest('hex');
  const provider = await serve((request, { pathname, searchParams }) => {
    const token = searchParams.get('access_token') ?? '';
    if (pathname === '/dialog/oauth') {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      if (open.visitor) back.searchParams.set('code', `code-${open.visitor}`);
      else back.searchParams.set('error', 'access_denied');
      return { location: back.href };
    }
    if (pathname === '/oauth/access_token') {
      return open.visitor && tokens.has(open.visitor)
        ? { body: { access_token: open.visitor, token_type: 'bearer', expires_in: 5_000 } }
        : refuse('This authorization code has been used.');
    }
    const [, owner = ''] = /^\/([^/]+)\/permissions$/.exec(pathname) ?? [];
    if (owner && request.method === 'DELETE') {
      if (open.failure) return open.failure;
      if (token !== `${app.id}|${app.secret}`) return refuse('Invalid application');
      const isProved = searchParams.get('appsecret_proof') === proofOf(token);
      if (!isProved) return refuse('Invalid appsecret_proof');
      open.revoked.push(owner);
      return { body: { success: true } };
    }
    if (pathname === '/debug_token') {
      if (token !== `${app.id}|${app.secret}`) return refuse('Invalid application');
      const user = tokens.get(searchParams.get('input_token') ?? '');
      if (!user) return { body: { data: { is_valid: false, scopes: [] } } };
      const { id: user_id, app_id, scopes, is_valid = true, expires_at = 0 } = user;
      return { body: { data: { user_id, app_id, scopes, is_valid, expires_at } } };
    }
    const user = tokens.get(token);
    if (pathname !== '/me' || !user) return refuse('Unknown token');
    if (searchParams.get('appsecret_proof') !== proofOf(token))
      return refuse('Invalid appsecret_proof');
    return { body: { id: user.id, name: user.name, email: user.email } };
  });
  return Object.assign(open, provider, { tokens });
}

export interface TwitterUser {
  secret: string;
  body: unknown;
}

export interface TwitterServer extends Provider {
  tokens: Map<string, TwitterUser>;
  /** The token of the person on the page. Null if they decline. */
  visitor: string | null;
  /** The revoked tokens. */
  revoked: string[];
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** A service that checks the signature of each request (RFC 5849, 3.4), and accepts no request twice. */
export async function startTwitter(app: { key: string; secret: string }): Promise<TwitterServer> {
  const tokens: TwitterServer['tokens'] = new Map();
  const open: Pick<TwitterServer, 'visitor' | 'revoked'> = { visitor: null, revoked: [] };
  const nonces = new Set<string>();
  /** The secrets of sign-ins in progress, and their return addresses. */
  const begun = new Map<string, { secret: string; callback: string }>();

  function readSigned({ method = '', headers }: IncomingMessage, url: URL) {
    const fields = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name ?? '',
        decodeURIComponent(value ?? ''),
      ]),
    );
    const { oauth_signature: signature, ...signed } = fields;
    const { oauth_token = '', oauth_nonce = '' } = signed;
    const secret = tokens.get(oauth_token)?.secret ?? begun.get(oauth_token)?.secret ?? '';
    const parameters = [...url.searchParams, ...Object.entries(signed)]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&');
    const base = [method, encode(url.origin + url.pathname), encode(parameters)].join('&');
    const key = `${encode(app.secret)}&${encode(secret)}`;
    const isGood =
      fields.oauth_consumer_key === app.key &&
      signature === createHmac('sha1', key).update(base).digest('base64') &&
      !nonces.has(oauth_nonce);
    nonces.add(oauth_nonce);
    return isGood ? signed : null;
  }

  const pairOf = (key: string, secret: string, more = {}) => ({
    body: String(new URLSearchParams({ oauth_token: key, oauth_token_secret: secret, ...more })),
  });

  const provider = await serve((request, url) => {
    if (url.pathname === '/oauth/authenticate') {
      const key = url.searchParams.get('oauth_token') ?? '';
      const back = new URL(begun.get(key)?.callback ?? '');
      if (open.visitor === null) back.searchParams.set('denied', key);
      else {
        back.searchParams.set('oauth_token', key);
        back.searchParams.set('oauth_verifier', `verifier-${key}`);
      }
      return { location: back.href };
    }
    const signed = readSigned(request, url);
    const refused = {
      status: 401,
      body: { errors: [{ code: 89, message: 'Invalid or expired token.' }] },
    };
    if (!signed) return refused;
    const { oauth_token = '', oauth_callback, oauth_verifier } = signed;
    if (url.pathname === '/oauth/request_token' && oauth_callback) {
      const key = `request-${begun.size}`;
      begun.set(key, { secret: `secret-${key}`, callback: oauth_callback });
      return pairOf(key, `secret-${key}`, { oauth_callback_confirmed: 'true' });
    }
    if (url.pathname === '/oauth/access_token') {
      const user = tokens.get(open.visitor ?? '');
      const isKnown = begun.delete(oauth_token) && oauth_verifier === `verifier-${oauth_token}`;
      return user && isKnown ? pairOf(open.visitor ?? '', user.secret) : refused;
    }
    const user = tokens.get(oauth_token);
    if (user && url.pathname === '/1.1/oauth/invalidate_token.json') {
      open.revoked.push(oauth_token);
      tokens.delete(oauth_token);
      return { body: { access_token: oauth_token } };
    }
    return user ? { body: user.body } : refused;
  });
  return Object.assign(open, provider, { tokens });
}
