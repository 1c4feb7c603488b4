import { createPrivateKey } from 'node:crypto';
import type { ClientSecret } from '../../config/sign-in.ts';

const LASTS = '5m';

/**
 * What proves to a provider that this host asks. Apple takes a token that the host's key has signed
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export async function makeClientSecret(
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
