import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AppError } from 'earshot/contract';
import type { Passkey } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import * as repository from './repository.ts';
import {
  CHALLENGE_LASTS_MS,
  newSignInChallenge,
  readSignInChallenge,
} from './sign-in-challenge.ts';

const PASSKEYS_MAX = 20; // of one user

type Deps = Pick<FeatureDeps, 'config' | 'database'>;
type SignInDeps = Deps & Pick<FeatureDeps, 'pushApp'>;

/** A passkey belongs to the host of the site, and answers its pages only (WebAuthn, 5.1.3). */
const rpOf = ({ config }: Pick<Deps, 'config'>) => ({
  rpID: new URL(config.siteUrl).hostname,
  origin: new URL(config.siteUrl).origin,
});

/** The library is loaded when the first passkey is used. */
const load = () => import('@simplewebauthn/server');

/**
 * Begins to add a passkey: the options for `navigator.credentials.create`.
 * @throws AppError CONFLICT if the user has too many passkeys
 */
export async function beginPasskey(
  deps: Deps,
  { userId, account, name }: { userId: number; account: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await requireRoom(deps.database, userId);
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: deps.config.productName,
    rpID: rpOf(deps).rpID,
    userID: Buffer.from(String(userId)),
    userName: account,
    userDisplayName: name,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    // Discoverable, so that it signs in without an address; with a fingerprint or a PIN, so that it counts as two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  const expiresAt = new Date(Date.now() + CHALLENGE_LASTS_MS);
  await repository.insertChallenge(deps.database, { challenge, userId, expiresAt });
  return options;
}

async function requireRoom(database: Database, userId: number) {
  const known = await repository.listPasskeys(database, userId);
  if (known.length >= PASSKEYS_MAX) throw new Refusal('CONFLICT', 'passkeys_full');
  return known;
}

/**
 * Checks the answer of a browser that has made a passkey.
 * @throws AppError INVALID_REQUEST for an answer that does not fit
 */
export async function readPasskey(
  deps: Deps,
  { userId, credential }: { userId: number; credential: string },
): Promise<Pick<repository.NewPasskey, 'credential_id' | 'public_key' | 'counter' | 'transports'>> {
  const response = readJson<RegistrationResponseJSON>(credential);
  const challenge = challengeIn(response);
  if (!(await repository.takeChallenge(deps.database, { challenge, userId }))) throw tooOld();
  const { verifyRegistrationResponse } = await load();
  const { rpID, origin } = rpOf(deps);
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!found.verified) throw refused();
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports };
}

/**
 * Stores a new passkey, under the lock of its account.
 * @throws AppError CONFLICT if the user has too many passkeys, INVALID_REQUEST if another account has this one
 */
export async function addPasskey(
  transaction: Database,
  passkey: repository.NewPasskey,
): Promise<Passkey> {
  await requireRoom(transaction, passkey.user_id);
  const row = await repository.insertPasskey(transaction, passkey);
  if (!row) throw refused();
  return toPasskey(row);
}

/** Begins a sign-in: the options for `navigator.credentials.get`. The browser knows which passkeys there are. */
export async function beginPasskeySignIn(
  deps: SignInDeps,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: rpOf(deps).rpID,
    userVerification: 'required',
    challenge: newSignInChallenge(deps),
  });
}

/**
 * Checks the answer of a passkey. Returns the ids of it and of its user.
 * @throws AppError NOT_SIGNED_IN for an unknown passkey or a wrong answer, INVALID_REQUEST for one that is no answer
 */
export async function checkPasskey(
  deps: SignInDeps,
  credential: string,
): Promise<{ userId: number; credentialId: string }> {
  const { database } = deps;
  const response = readJson<AuthenticationResponseJSON>(credential);
  const challenge = challengeIn(response);
  const signed = readSignInChallenge(deps, challenge);
  if (!signed) throw tooOld();
  const row = await repository.findPasskey(database, String(response.id));
  if (!row) throw unknown();
  // After the passkey was found, so that strangers add no rows.
  if (!(await repository.spendChallenge(database, { challenge, ...signed }))) throw tooOld();
  const { verifyAuthenticationResponse } = await load();
  const { rpID, origin } = rpOf(deps);
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: String(response.id),
      publicKey: new Uint8Array(row.public_key),
      counter: Number(row.counter),
    },
  }).catch((cause: unknown) => {
    throw unknown(cause);
  });
  if (!found.verified) throw unknown();
  const used = await repository.usePasskey(database, {
    credentialId: String(response.id),
    before: row.counter,
    counter: found.authenticationInfo.newCounter,
  });
  if (!used) throw unknown();
  return { userId: row.user_id, credentialId: String(response.id) };
}

/** @throws AppError NOT_SIGNED_IN if the passkey was removed after it was checked */
export async function requirePasskey(
  transaction: Database,
  { credentialId }: { credentialId: string },
): Promise<void> {
  if (!(await repository.findPasskey(transaction, credentialId))) throw unknown();
}

export async function listPasskeys(database: Database, userId: number): Promise<Passkey[]> {
  return (await repository.listPasskeys(database, userId)).map(toPasskey);
}

/** @throws AppError NOT_FOUND if the user has no such passkey */
export async function renamePasskey(
  database: Database,
  passkey: { userId: number; passkeyId: number; name: string },
): Promise<void> {
  if (!(await repository.renamePasskey(database, passkey))) throw new AppError('NOT_FOUND');
}

/** @throws AppError NOT_FOUND if the user has no such passkey */
export async function removePasskey(
  database: Database,
  passkey: { userId: number; passkeyId: number },
): Promise<void> {
  if (!(await repository.deletePasskey(database, passkey))) throw new AppError('NOT_FOUND');
}

/** Removes all passkeys of a user. Returns their number. */
export const removePasskeys = (database: Database, userId: number): Promise<number> =>
  repository.deletePasskeys(database, userId);

interface PasskeyRow {
  passkey_id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const toPasskey = ({ passkey_id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  passkey_id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

function readJson<Value>(text: string): Value {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Value;
  } catch {
    // It is no JSON, which is the same for its sender.
  }
  throw refused();
}

/** The challenge that the authenticator has signed. */
function challengeIn({ response }: { response?: { clientDataJSON?: unknown } }): string {
  const text = Buffer.from(String(response?.clientDataJSON ?? ''), 'base64url').toString();
  const { challenge } = readJson<{ challenge?: unknown }>(text);
  return String(challenge ?? '');
}

const refused = (cause?: unknown) =>
  new Refusal('INVALID_REQUEST', [{ field: 'credential', words: 'passkey_refused' }], { cause });
const tooOld = () => invalid('credential', 'passkey_too_old');
const unknown = (cause?: unknown) => new Refusal('NOT_SIGNED_IN', 'passkey_unknown', { cause });
