import { createPrivateKey } from 'node:crypto';
import { AppError } from 'earshot/contract';
import type { createRemoteJWKSet, JWTPayload } from 'jose';
import type { ServerMetadata } from 'openid-client';
import type { ClientSecret, OpenIdSettings } from '../../config/sign-in.ts';
import { boundedFetch } from '../../platform/http/bounded-fetch.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
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
/** The signature algorithms of Google and Apple. A token with another one is refused. */
const ALGORITHMS = ['RS256', 'ES256'];

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The provider's published configuration. */
interface Published {
  server: ServerMetadata;
  keys: Keys;
}

export type FindPublished = () => Promise<Published>;

/** Asks for the configuration at the first sign-in, and after a failure again at the next one. */
export function rememberPublished(
  name: string,
  settings: Pick<OpenIdSettings, 'issuer' | 'clientIds'>,
): FindPublished {
  let published: Promise<Published> | null = null;
  return async () => {
    published ??= discover(settings);
    try {
      return await published;
    } catch (cause) {
      published = null;
      throw unreachable(name, cause);
    }
  };
}

/** A provider of OpenID Connect, with further parameters of its code flow. */
export function openIdProvider(
  name: string,
  settings: OpenIdSettings,
  flow: Pick<Oauth2Service, 'scope' | 'parameters' | 'readName'>,
): Provider {
  const { secret, issuer, clientIds } = settings;
  const findPublished = rememberPublished(name, settings);
  const identify = identifyByIdToken(name, settings, findPublished);
  if (secret === null) return { identify, codeFlow: null };
  const [clientId = ''] = clientIds;
  const codeFlow = oauth2Flow({
    ...flow,
    name,
    clientId,
    findServer: async () => (await findPublished()).server,
    makeSecret: () => makeClientSecret(secret, { clientId, audience: issuer }),
    isOpenId: true,
    identify: ({ id_token }) => identify({ access_token: id_token }),
  });
  return { identify, codeFlow };
}

export interface TokenRules {
  issuers: string[];
  clientIds: readonly string[];
  algorithms: string[];
}

/**
 * The claims of an id token, with its signature, issuer, audience and expiry verified (OpenID Connect Core 1.0,
 * 3.1.3.7).
 * @throws AppError NOT_SIGNED_IN, UNAVAILABLE if the keys could not be fetched
 */
export async function verifyIdToken(
  name: string,
  token: string,
  { keys, issuers, clientIds, algorithms }: TokenRules & { keys: Keys },
): Promise<JWTPayload & { sub: string }> {
  const { errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: issuers,
      audience: [...clientIds],
      algorithms,
      clockTolerance: CLOCKS_DIFFER_S,
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    const sub = textOrNull(payload.sub);
    if (sub === null) throw refused(name);
    return { ...payload, sub };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const isAboutToken =
      cause instanceof errors.JOSEError &&
      !(cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid) &&
      cause.code !== 'ERR_JOSE_GENERIC'; // the keys could not be fetched
    throw isAboutToken ? refused(name, cause) : unreachable(name, cause);
  }
}

function identifyByIdToken(
  name: string,
  { issuer, clientIds }: OpenIdSettings,
  findPublished: FindPublished,
): Identify {
  // Google omits the scheme in some of its tokens.
  const issuers = [issuer, issuer.replace(/^https:\/\//, '')];
  const rules = { issuers, clientIds, algorithms: ALGORITHMS };
  return async ({ access_token }) => {
    const token = requireToken(access_token);
    const { keys } = await findPublished();
    const claims = await verifyIdToken(name, token, { ...rules, keys });
    return {
      subject: claims.sub,
      name: textOrNull(claims.name),
      email: textOrNull(claims.email),
      // Apple sends the text instead of the boolean.
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
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
}: Pick<OpenIdSettings, 'issuer' | 'clientIds'>): Promise<Published> {
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
    if (!parseUrl(server[endpoint] ?? '')) throw new Error(`${issuer} names no ${endpoint}`);
  }
  const keys = jose.createRemoteJWKSet(new URL(server.jwks_uri ?? ''), {
    timeoutDuration: ANSWERS_WITHIN_S * 1_000,
    // A token with an unknown key may be the first after a change of keys. The library sends one request at a time.
    cooldownDuration: 0,
    [jose.customFetch]: boundedFetch,
  });
  return { server, keys };
}
