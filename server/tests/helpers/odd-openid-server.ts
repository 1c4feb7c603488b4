import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type Behaviour = (reply: ServerResponse) => void;

export interface OddOpenIdServer {
  issuer: string;
  /** Wrong answers by path. */
  odd: Map<string, Behaviour>;
  /** Signs with a new key from now on, and drops the old one. */
  rotateKey(): Promise<void>;
  /** An id token for the app `web`. */
  tokenOf(claims: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
}

/** The locations of the server's published configuration. */
export const ODD_PATHS = {
  discovery: '/.well-known/openid-configuration',
  token: '/token',
  keys: '/keys',
  revocation: '/revoke',
} as const;

/** Answers a value of JSON. */
export const answerJson =
  (value: unknown, status = 200): Behaviour =>
  (reply) => {
    reply.writeHead(status, { 'content-type': 'application/json' });
    reply.end(typeof value === 'string' ? value : JSON.stringify(value));
  };

/** A provider of OpenID Connect with configurable defects. */
export async function startOddOpenId(): Promise<OddOpenIdServer> {
  const odd: OddOpenIdServer['odd'] = new Map();
  const server = createServer(({ url = '/' }, reply) => {
    const { pathname } = new URL(url, issuer);
    (odd.get(pathname) ?? good[pathname] ?? answerJson({}, 404))(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key: CryptoKey;
  let keys: JWK[] = [];
  let rotations = 0;

  async function rotateKey(): Promise<void> {
    rotations += 1;
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    key = privateKey;
    keys = [{ ...(await exportJWK(publicKey)), kid: `key-${rotations}`, alg: 'RS256' }];
  }

  const good: Readonly<Record<string, Behaviour>> = {
    [ODD_PATHS.discovery]: answerJson({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: issuer + ODD_PATHS.token,
      jwks_uri: issuer + ODD_PATHS.keys,
      revocation_endpoint: issuer + ODD_PATHS.revocation,
    }),
    [ODD_PATHS.keys]: (reply) => answerJson({ keys })(reply),
  };

  await rotateKey();
  return {
    issuer,
    odd,
    rotateKey,
    tokenOf: (claims) =>
      new SignJWT({ aud: 'web', iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: `key-${rotations}` })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(key),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
