import type { SignInProvider } from 'earshot/internal';
import type { createRemoteJWKSet, JWTPayload } from 'jose';
import type { ServerMetadata } from 'openid-client';
import type { OpenIdSettings } from '../../config/sign-in.ts';
import { boundedFetch } from '../../platform/http/bounded-fetch.ts';
import { makeClientSecret } from './client-secret.ts';
import {
  type Identify,
  type Provider,
  refused,
  requireToken,
  textOrNull,
  unreachable,
} from './identity.ts';
import { type Oauth2Service, oauth2Flow } from './oauth2-flow.ts';

const ANSWERS_WITHIN_S = 5;
const CLOCKS_DIFFER_S = 60;
/** What the two providers sign with. A token that names another way is refused. */
const ALGORITHMS = ['RS256', 'ES256'];

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** What the provider publishes about itself. */
interface Published {
  server: ServerMetadata;
  keys: Keys;
}

/** A provider of OpenID Connect, with what its code flow wants besides. */
export function openIdProvider(
  provider: SignInProvider,
  settings: OpenIdSettings,
  flow: Pick<Oauth2Service, 'scope' | 'parameters' | 'readName'>,
): Provider {
  let published: Promise<Published> | null = null;

  async function findPublished(): Promise<Published> {
    published ??= discover(settings);
    try {
      return await published;
    } catch (cause) {
      published = null; // asked again by the next sign-in
      throw unreachable(provider, cause);
    }
  }

  const identify = identifyByIdToken(provider, settings, async () => (await findPublished()).keys);
  const { secret, issuer, clientIds } = settings;
  if (secret === null) return { identify, codeFlow: null };
  const [clientId = ''] = clientIds;
  const codeFlow = oauth2Flow({
    ...flow,
    provider,
    clientId,
    findServer: async () => (await findPublished()).server,
    makeSecret: () => makeClientSecret(secret, { clientId, audience: issuer }),
    isOpenId: true,
    identify: ({ id_token }) => identify({ access_token: id_token }),
  });
  return { identify, codeFlow };
}

/** Identifies people by an id token (OpenID Connect Core 1.0, 3.1.3.7). */
function identifyByIdToken(
  provider: SignInProvider,
  { issuer, clientIds }: OpenIdSettings,
  findKeys: () => Promise<Keys>,
): Identify {
  // Google leaves the scheme out in some of its tokens.
  const issuers = [issuer, issuer.replace(/^https:\/\//, '')];

  async function verify(token: string): Promise<JWTPayload> {
    const { errors, jwtVerify } = await import('jose');
    const found = await findKeys();
    try {
      const { payload } = await jwtVerify(token, found, {
        issuer: issuers,
        audience: [...clientIds],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCKS_DIFFER_S,
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      return payload;
    } catch (cause) {
      const isAboutToken =
        cause instanceof errors.JOSEError &&
        !(cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid) &&
        cause.code !== 'ERR_JOSE_GENERIC'; // the keys could not be fetched
      throw isAboutToken ? refused(provider, cause) : unreachable(provider, cause);
    }
  }

  return async ({ access_token }) => {
    const { sub, name, email, email_verified } = await verify(requireToken(access_token));
    const subject = textOrNull(sub);
    if (subject === null) throw refused(provider);
    return {
      subject,
      name: textOrNull(name),
      email: textOrNull(email),
      // Apple writes the word, and not the value.
      isEmailVerified: email_verified === true || email_verified === 'true',
    };
  };
}

/**
 * Only hosts that offer the sign-in load the libraries.
 * @throws Error if the provider does not publish all that a sign-in needs
 */
async function discover({
  issuer,
  clientIds: [clientId = ''],
}: OpenIdSettings): Promise<Published> {
  const client = await import('openid-client');
  const jose = await import('jose');
  const address = new URL(issuer);
  const found = await client.discovery(address, clientId, undefined, undefined, {
    timeout: ANSWERS_WITHIN_S,
    execute: address.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    [client.customFetch]: boundedFetch,
  });
  const server = found.serverMetadata();
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (!URL.canParse(server[endpoint] ?? '')) throw new Error(`${issuer} names no ${endpoint}`);
  }
  const keys = jose.createRemoteJWKSet(new URL(server.jwks_uri ?? ''), {
    timeoutDuration: ANSWERS_WITHIN_S * 1_000,
    // A token with an unknown key may be the first after a change of keys. The library asks once at a time.
    cooldownDuration: 0,
    [jose.customFetch]: boundedFetch,
  });
  return { server, keys };
}
