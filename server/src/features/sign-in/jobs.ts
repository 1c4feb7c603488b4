import type { SignInProvider } from 'earshot/internal';
import type { FeatureDeps, Tasks } from '../../feature.ts';
import { onAccountEnding, onAccountTakeover } from '../accounts/accounts.ts';
import { disconnectAll } from './disconnect.ts';
import { giveGrantsBack, openGrant } from './grants.ts';
import { PROVIDER_NAMES } from './identity.ts';
import { createProviders } from './providers.ts';
import { findConnected } from './repository.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** `kept` is the grant in base64, encrypted with the key of this host. */
    give_grant_back: { provider: SignInProvider; kept: string };
  }
}

onAccountEnding((deps, transaction, userId) => giveGrantsBack(deps, transaction, { userId }));
onAccountTakeover(disconnectAll);

export const signInTasks: Tasks = {
  give_grant_back: {
    run: ({ provider, kept }, { deps }) =>
      giveBack(deps, { provider, kept: Buffer.from(kept, 'base64') }),
  },
};

async function giveBack(
  { config, database }: FeatureDeps,
  { provider, kept }: { provider: SignInProvider; kept: Buffer },
): Promise<void> {
  const name = PROVIDER_NAMES[provider];
  const grant = await openGrant(config, kept);
  if (!grant) throw new Error(`Another HOST_KEY has encrypted what ${name} has granted.`);
  const { subject } = grant;
  // Whoever has connected the profile again needs the grant.
  if (subject && (await findConnected(database, { provider, subject })) !== null) return;
  const { codeFlow } = createProviders(config.signIn)[provider];
  if (!codeFlow) throw new Error(`The sign-in through ${name} is not set up.`);
  await codeFlow.revoke(grant);
}
