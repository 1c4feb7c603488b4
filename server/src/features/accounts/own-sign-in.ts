import type { FeatureDeps } from '../../feature.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/**
 * Passwords, registration and the reset of a password are off if the own provider of this host is the only way to sign
 * in.
 * @throws AppError FORBIDDEN
 */
export function requirePasswords({ config }: Pick<FeatureDeps, 'config'>): void {
  const { isOidcOnly, oidc } = config.signIn;
  if (!isOidcOnly) return;
  const values = { name: oidc?.name ?? '' };
  throw new Refusal('FORBIDDEN', [{ words: 'own_sign_in_only', values }]);
}
