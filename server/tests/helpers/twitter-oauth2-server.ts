import { createHash, randomBytes } from 'node:crypto';
import { type Answer, type Provider, serve } from './sign-in-servers.ts';

export interface TwitterPerson {
  id?: string;
  name?: string;
  username?: string;
  confirmed_email?: string;
}

export interface TwitterOauth2Server extends Provider {
  /** The person who agrees on the page. Null if they decline. */
  person: TwitterPerson | null;
  /** Wrong answers by path. */
  failures: Map<string, Answer>;
  /** The valid tokens. */
  tokens: Map<string, TwitterPerson>;
  /** The revoked tokens. */
  revoked: string[];
  /** Makes the waiting codes expire. */
  expireCodes(): void;
}

interface Code {
  person: TwitterPerson;
  redirectUri: string;
  challenge: string;
  scope: string;
}

const refuse = (status: number, error: string): Answer => ({ status, body: { error } });

/** X by OAuth 2 (RFC 6749) with PKCE (RFC 7636): a confidential client, one use of each code, tokens that can be revoked. */
export async function startTwitterOauth2(app: {
  id: string;
  secret: string;
}): Promise<TwitterOauth2Server> {
  const codes = new Map<string, Code>();
  const open: Omit<TwitterOauth2Server, keyof Provider> = {
    person: null,
    failures: new Map(),
    tokens: new Map(),
    revoked: [],
    expireCodes: () => codes.clear(),
  };

  function authorize(query: URLSearchParams): Answer {
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    const isGood =
      query.get('client_id') === app.id &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      challenge !== '';
    if (!isGood) return refuse(400, 'invalid_request');
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (open.person === null) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      const scope = query.get('scope') ?? '';
      codes.set(code, { person: open.person, redirectUri, challenge, scope });
      back.searchParams.set('code', code);
    }
    return { location: back.href };
  }

  function exchange(form: URLSearchParams): Answer {
    const code = form.get('code') ?? '';
    const waiting = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isGood =
      form.get('grant_type') === 'authorization_code' &&
      waiting?.redirectUri === form.get('redirect_uri') &&
      waiting?.challenge === verifier.digest('base64url');
    if (!waiting || !isGood) return refuse(400, 'invalid_grant');
    const access_token = `access-${randomBytes(16).toString('hex')}`;
    open.tokens.set(access_token, waiting.person);
    return {
      body: { token_type: 'bearer', expires_in: 7_200, access_token, scope: waiting.scope },
    };
  }

  function revoke(form: URLSearchParams): Answer {
    const token = form.get('token') ?? '';
    open.revoked.push(token);
    open.tokens.delete(token);
    return { body: { revoked: true } };
  }

  const credentials = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`;
  const provider = await serve(({ method, headers }, { pathname, searchParams }, form) => {
    const failure = open.failures.get(pathname);
    if (failure) return failure;
    const { authorization = '' } = headers;
    if (pathname === '/i/oauth2/authorize') return authorize(searchParams);
    if (pathname === '/2/users/me') {
      const person = open.tokens.get(authorization.replace('Bearer ', ''));
      if (!person) return { status: 401, body: { title: 'Unauthorized', status: 401 } };
      const { confirmed_email, ...data } = person;
      const isAsked = searchParams.get('user.fields')?.includes('confirmed_email');
      return { body: { data: { ...data, ...(isAsked && { confirmed_email }) } } };
    }
    if (method !== 'POST') return refuse(404, 'not_found');
    if (authorization !== credentials) return refuse(401, 'unauthorized_client');
    if (pathname === '/2/oauth2/token') return exchange(form);
    if (pathname === '/2/oauth2/revoke') return revoke(form);
    return refuse(404, 'not_found');
  });
  return Object.assign(open, provider);
}
