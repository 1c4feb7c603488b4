import type { AppError } from 'earshot/contract';
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import { boundedFetch } from '../../platform/http/bounded-fetch.ts';
import { isPassingFailure } from '../../platform/http/send-request.ts';
import {
  type CodeFlow,
  denied,
  type Identity,
  type ProviderGrant,
  refused,
  unreachable,
} from './identity.ts';

const ANSWERS_WITHIN_S = 5;

interface Tokens {
  access_token: string;
  refresh_token?: string | undefined;
  id_token?: string | undefined;
}

type Library = typeof import('openid-client');

/** The library, and how it reaches the provider. */
export interface Oauth2Client {
  library: Library;
  configuration: Configuration;
}

export interface Oauth2Service {
  /** For people. */
  name: string;
  clientId: string;
  findServer(): Promise<ServerMetadata>;
  makeSecret(): Promise<string>;
  /** How the secret is sent. By default in the body (RFC 6749, 2.3.1). */
  auth?: 'basic' | ((library: Library, server: ServerMetadata, secret: string) => ClientAuth);
  scope: string | ((server: ServerMetadata) => string);
  /** Further parameters for the provider. */
  parameters?: Readonly<Record<string, string>>;
  /** True if the provider puts a nonce into an id token. */
  isOpenId?: boolean;
  identify(tokens: Tokens, client: Oauth2Client): Promise<Identity>;
  /** For providers that do not revoke tokens by RFC 7009. */
  revoke?(grant: ProviderGrant): Promise<void>;
  /** A name that is sent beside the tokens. */
  readName?(parameters: URLSearchParams): string | null;
}

/** The code flow of OAuth 2 with PKCE (RFC 6749, 4.1; RFC 7636), or of OpenID Connect. */
export function oauth2Flow(service: Oauth2Service): CodeFlow {
  const { name, clientId, scope, parameters = {}, isOpenId = false } = service;

  async function configure(): Promise<Oauth2Client> {
    const library = await import('openid-client');
    const server = await service.findServer();
    const secret = await service.makeSecret();
    const auth = authOf(service.auth, { library, server, secret });
    const configuration = new library.Configuration(server, clientId, undefined, auth);
    configuration.timeout = ANSWERS_WITHIN_S;
    configuration[library.customFetch] = boundedFetch;
    if (server.token_endpoint?.startsWith('http:')) library.allowInsecureRequests(configuration);
    return { library, configuration };
  }

  return {
    async begin({ state, redirectUri }) {
      const { library, configuration } = await configure();
      const verifier = library.randomPKCECodeVerifier();
      const nonce = library.randomNonce();
      const url = library.buildAuthorizationUrl(configuration, {
        ...parameters,
        redirect_uri: redirectUri,
        scope: typeof scope === 'string' ? scope : scope(configuration.serverMetadata()),
        state,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isOpenId && { nonce }),
      });
      return { url, kept: { verifier, ...(isOpenId && { nonce }) } };
    },

    async finish({ state, parameters: sent, redirectUri, kept }) {
      if (sent.has('error')) throw explainError(name, sent);
      const { library, configuration } = await configure();
      const address = new URL(redirectUri);
      address.search = String(sent);
      const tokens = await library
        .authorizationCodeGrant(configuration, address, {
          expectedState: state,
          pkceCodeVerifier: kept.verifier ?? '',
          ...(kept.nonce !== undefined && { expectedNonce: kept.nonce }),
          idTokenExpected: isOpenId,
        })
        .catch((cause: unknown) => {
          throw explainFailure(name, cause, library);
        });
      const identity = await service.identify(tokens, { library, configuration });
      const person = identity.name ?? service.readName?.(sent) ?? null;
      return { identity: { ...identity, name: person }, tokens: grantOf(tokens) };
    },

    async revoke(grant) {
      if (service.revoke) return service.revoke(grant);
      const token = grant.refresh_token ?? grant.access_token;
      if (token === undefined) return;
      const { library, configuration } = await configure();
      if (configuration.serverMetadata().revocation_endpoint === undefined) return;
      await library.tokenRevocation(configuration, token).catch((cause: unknown) => {
        if (
          cause instanceof library.ResponseBodyError &&
          cause.status === 400 &&
          HAS_ENDED.test(cause.error)
        )
          return;
        throw cause;
      });
    },
  };
}

function authOf(
  auth: Oauth2Service['auth'],
  { library, server, secret }: { library: Library; server: ServerMetadata; secret: string },
): ClientAuth {
  if (auth === undefined) return library.ClientSecretPost(secret);
  return auth === 'basic' ? plainBasic(secret) : auth(library, server, secret);
}

/**
 * HTTP Basic with unescaped id and secret. The library escapes even hyphens, following RFC 6749, 2.3.1, which X does
 * not expect: https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 */
const plainBasic =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const credentials = Buffer.from(`${client_id}:${secret}`).toString('base64');
    headers.set('authorization', `Basic ${credentials}`);
  };

const grantOf = ({ access_token, refresh_token }: Tokens): ProviderGrant => ({
  access_token,
  ...(refresh_token !== undefined && { refresh_token }),
});

/** RFC 6749, 4.1.2.1. Apple has its own code for a closed page. */
function explainError(name: string, sent: URLSearchParams): AppError {
  const error = sent.get('error') ?? '';
  if (error === 'access_denied' || error === 'user_cancelled_authorize') return denied();
  return /^(server_error|temporarily_unavailable)$/.test(error)
    ? unreachable(name, error)
    : refused(name, error);
}

/** Wrong answers of the provider are refusals. All other failures are missing answers. */
export function explainFailure(
  name: string,
  cause: unknown,
  { AuthorizationResponseError, ClientError, ResponseBodyError }: Library,
): AppError {
  if (cause instanceof ResponseBodyError) {
    return isPassingFailure(cause.status) ? unreachable(name, cause) : refused(name, cause);
  }
  if (cause instanceof AuthorizationResponseError) return refused(name, cause);
  if (!(cause instanceof ClientError)) return unreachable(name, cause);
  // Facebook's errors have their own form.
  const isRefusal = cause.cause instanceof Response && !isPassingFailure(cause.cause.status);
  return isRefusal || WRONG_ANSWERS.test(cause.code ?? '')
    ? refused(name, cause)
    : unreachable(name, cause);
}

/** Google refuses to revoke a token that has expired, or that its owner has revoked. */
const HAS_ENDED = /^invalid_(token|grant)$/;

const WRONG_ANSWERS = /JWT_|JSON_ATTRIBUTE|KEY_SELECTION|INVALID_RESPONSE/;
