import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OidcServer {
  issuer: string;
  stop(): Promise<void>;
}

/** A provider of OpenID Connect with pages on which a person logs in and agrees (`oidc-provider`). */
export async function startOidc(client: { id: string; secret: string }): Promise<OidcServer> {
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
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
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
      }),
    }),
  });
  // The site of a test has a port of its own.
  provider.Client.prototype.redirectUriAllowed = () => true;
  quiet();
  server.on('request', provider.callback());
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The library warns of its development pages on the console. */
function silence(): () => void {
  const { warn, info } = console;
  Object.assign(console, { warn() {}, info() {} });
  return () => Object.assign(console, { warn, info });
}
