import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as an authenticator writes. */
function encode(value: Cbor): Buffer {
  const head = (type: number, n: number) =>
    n < 24
      ? Buffer.from([(type << 5) | n])
      : n < 256
        ? Buffer.from([(type << 5) | 24, n])
        : Buffer.from([(type << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, one]) => [encode(key), encode(one)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** Deviations from a correct answer. */
interface Odd {
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
}

/** An authenticator in software with one passkey (WebAuthn, 6): the browser and the key in one. */
export function createAuthenticator(siteUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { origin, hostname } = new URL(siteUrl);
  let uses = 0;

  const clientData = (type: string, challenge: string, odd: Odd) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: odd.origin ?? origin }));

  function authData(flags: number, odd: Odd): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(odd.counter ?? uses);
    const verified = odd.isVerified === false ? 0 : USER_VERIFIED;
    const all = Buffer.from([flags | USER_PRESENT | verified]);
    return Buffer.concat([sha256(odd.rpId ?? hostname), all, count]);
  }

  const answer = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]),
      ),
    });

  return {
    /** Answers `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }, odd: Odd = {}): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const data = Buffer.concat([
        authData(HAS_KEY, odd),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        encode(key),
      ]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, odd),
        attestationObject: encode(attestation),
      });
    },

    /** Answers `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }, odd: Odd = {}): string {
      uses += 1;
      const clientDataJSON = clientData('webauthn.get', challenge, odd);
      const authenticatorData = authData(0, odd);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      return answer({
        clientDataJSON,
        authenticatorData,
        signature: sign('sha256', signed, privateKey),
      });
    },
  };
}
