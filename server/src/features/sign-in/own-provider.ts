import type { ClientAuth, ServerMetadata } from 'openid-client';
import type { OidcSettings } from '../../config/sign-in.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  endSetup,
  findByEmail,
  hasAdministrator,
  isAdministrator,
  lockAdministrators,
  normalizeEmail,
} from '../accounts/accounts.ts';
import { changeUser } from '../users/users.ts';
import { type Connection, type Identity, type Provider, refused, textOrNull } from './identity.ts';
import { explainFailure, type Oauth2Client, oauth2Flow } from './oauth2-flow.ts';
import { rememberPublished, verifyIdToken } from './openid.ts';
import { findOwnProfile } from './repository.ts';

/** Signatures by a key that only the provider has. `none` and shared secrets are not among them. */
const ALGORITHMS = /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519)$/;

type Claims = Readonly<Record<string, unknown>>;

/**
 * The own provider of a host. Its people sign in on the pages of this host only: a program cannot bring an id token,
 * because the groups are at the provider.
 */
export function ownProvider(settings: OidcSettings): Provider {
  const { name, issuer, clientId, clientSecret } = settings;
  const clientIds = [clientId];
  const findPublished = rememberPublished(name, { issuer, clientIds });

  async function readClaims(
    { id_token, access_token }: { id_token?: string | undefined; access_token: string },
    { library, configuration }: Oauth2Client,
  ): Promise<{ claims: Claims; subject: string; issuer: string }> {
    const { keys, server } = await findPublished();
    if (id_token === undefined) throw refused(name);
    const proved = await verifyIdToken(name, id_token, {
      keys,
      issuers: [server.issuer],
      clientIds,
      algorithms: algorithmsOf(server),
    });
    const found = { subject: proved.sub, issuer: server.issuer };
    if (server.userinfo_endpoint === undefined) return { claims: proved, ...found };
    const more = await library
      .fetchUserInfo(configuration, access_token, proved.sub)
      .catch((cause: unknown) => {
        throw explainFailure(name, cause, library);
      });
    return { claims: joinClaims(proved, more), ...found };
  }

  const codeFlow = oauth2Flow({
    name,
    clientId,
    findServer: async () => (await findPublished()).server,
    makeSecret: async () => clientSecret,
    auth: (library, server, secret): ClientAuth =>
      takesBasic(server) ? library.ClientSecretBasic(secret) : library.ClientSecretPost(secret),
    scope: (server) => scopeOf(settings, server),
    isOpenId: true,
    async identify(tokens, client) {
      const { claims, subject, issuer: from } = await readClaims(tokens, client);
      return {
        subject: `${from}#${subject}`,
        name: textOrNull(claims.name) ?? textOrNull(claims.preferred_username),
        email: textOrNull(claims.email),
        isEmailVerified: claims.email_verified === true,
        own: { issuer: from, isAdmin: readRole(claims, settings) },
      };
    },
  });
  return {
    async identify() {
      throw new Refusal('INVALID_REQUEST', 'sign_in_on_pages');
    },
    codeFlow,
  };
}

/** OpenID Connect Core 1.0, 9: HTTP Basic, unless the provider says otherwise. */
const takesBasic = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) =>
  methods === undefined || methods.includes('client_secret_basic');

const algorithmsOf = ({ id_token_signing_alg_values_supported: all }: ServerMetadata) =>
  (all ?? ['RS256']).filter((algorithm) => ALGORITHMS.test(algorithm));

/** Some providers send groups only if they are requested. Others refuse a scope that they do not know. */
function scopeOf({ adminGroups, groupsClaim }: OidcSettings, server: ServerMetadata): string {
  const scope = 'openid email profile';
  const isOffered = server.scopes_supported?.includes(groupsClaim) ?? false;
  return adminGroups !== null && isOffered ? `${scope} ${groupsClaim}` : scope;
}

/** Userinfo is the newer source. An address and its proof come from the same one. */
function joinClaims(token: Claims, userinfo: Claims): Claims {
  const { email: _, email_verified: __, ...rest } = token;
  return userinfo.email === undefined ? { ...token, ...userinfo } : { ...rest, ...userinfo };
}

function readRole(claims: Claims, { adminGroups, groupsClaim }: OidcSettings): boolean | null {
  if (adminGroups === null) return null;
  const groups = [claims[groupsClaim]].flat();
  return groups.some((group) => typeof group === 'string' && adminGroups.includes(group));
}

/**
 * The account with the address of a person at the own provider, if both sides have verified the address. Null if
 * another person of the same provider signs in to it.
 */
export async function findByProvedAddress(
  database: Database,
  { identity: { email, isEmailVerified, own } }: Connection,
): Promise<number | null> {
  if (!own || email === null || !isEmailVerified) return null;
  const account = await findByEmail(database, normalizeEmail(email));
  if (!account || account.email_verified_at === null) return null;
  const present = await findOwnProfile(database, account.user_id);
  return present?.startsWith(`${own.issuer}#`) ? null : account.user_id;
}

/** Call it before the account is locked: everything that changes roles locks them first. */
export async function lockRoles(transaction: Database, { own }: Identity): Promise<void> {
  if (own && own.isAdmin !== null) await lockAdministrators(transaction);
}

/** Makes a person an administrator, or an ordinary user, by their groups. The last administrator stays one. */
export async function followGroups(
  transaction: Database,
  { userId, identity: { own } }: { userId: number; identity: Identity },
): Promise<void> {
  if (!own || own.isAdmin === null) return;
  if ((await isAdministrator(transaction, userId)) === own.isAdmin) return;
  if (!own.isAdmin && !(await hasAdministrator(transaction, { except: userId }))) return;
  await changeUser(transaction, userId, { is_admin: own.isAdmin });
  if (own.isAdmin) await endSetup(transaction);
}
