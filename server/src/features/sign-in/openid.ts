import { createPrivateKey } from 'node:crypto';
import type { SignInProvider } from 'earshot/contract';
import type { createRemoteJWKSet, JWTPayload } from 'jose';
import type { ServerMetadata } from 'openid-client';
import type { ClientSecret, OpenIdSettings } from '../../config/sign-in.ts';
import { boundedFetch } from '../../platform/http/bounded-fetch.ts';
import {
  type Identify,
  type Provider,
  refused,
  requireToken,
  textOrNull,
  unreachable,
} from './identity.ts';
import { type Oauth2Service, oauth2Flow } from './oauth2-flow.ts';

const LASTS = '5m';

/**
 * The secret that identifies this host to a provider. Apple requires a token signed with the host's key
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
async function makeClientSecret(
  secret: ClientSecret,
  { clientId, audience }: { clientId: string; audience: string },
): Promise<string> {
  if (secret.kind === 'text') return secret.text;
  const { SignJWT } = await import('jose');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: secret.keyId })
    .setIssuer(secret.teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(LASTS)
    .sign(createPrivateKey(secret.privateKey));
}

const ANSWERS_WITHIN_S = 5;
const CLOCKS_DIFFER_S = 60;
/** The signature algorithms of the two providers. A token with another one is refused. */
const ALGORITHMS = ['RS256', 'ES256'];

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The provider's published configuration. */
interface Published {
  server: ServerMetadata;
  keys: Keys;
}

/** A provider of OpenID Connect, with further parameters of its code flow. */
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
      published = null; // the next sign-in asks again
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
  // Google omits the scheme in some of its tokens.
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
      // Apple sends the text instead of the boolean.
      isEmailVerified: email_verified === true || email_verified === 'true',
    };
  };
}

/**
 * The libraries are loaded only on hosts that offer the sign-in.
 * @throws Error if the provider does not publish everything that a sign-in needs
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
    // A token with an unknown key may be the first after a change of keys. The library sends one request at a time.
    cooldownDuration: 0,
    [jose.customFetch]: boundedFetch,
  });
  return { server, keys };
}
