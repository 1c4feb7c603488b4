import type { SignInProvider } from 'earshot/contract';
import type { FeatureDeps, Tasks } from '../../feature.ts';
import { onAccountTakeover } from '../accounts/accounts.ts';
import { disconnectAll } from './disconnect.ts';
import { nameOfProvider } from './identity.ts';
import { openGrant } from './provider-grants.ts';
import { createProviders } from './providers.ts';
import { findConnected, findConnections } from './repository.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** `kept` is the grant in base64, encrypted with the key of this host. */
    give_grant_back: { provider: SignInProvider; kept: string };
  }
}

onAccountTakeover({
  list: async ({ config, database }, userId) =>
    (await findConnections(database, userId)).map((provider) =>
      nameOfProvider(provider, config.signIn),
    ),
  end: disconnectAll,
});

export const signInTasks: Tasks = {
  give_grant_back: {
    lane: 'remote',
    run: ({ provider, kept }, { deps }) =>
      giveBack(deps, { provider, kept: Buffer.from(kept, 'base64') }),
  },
};

async function giveBack(
  { config, database }: FeatureDeps,
  { provider, kept }: { provider: SignInProvider; kept: Buffer },
): Promise<void> {
  const name = nameOfProvider(provider, config.signIn);
  const grant = await openGrant(config, kept);
  if (!grant) throw new Error(`Another HOST_KEY has encrypted what ${name} has granted.`);
  const { subject } = grant;
  // If the profile was connected again, the grant is still needed.
  if (subject && (await findConnected(database, { provider, subject })) !== null) return;
  const { codeFlow } = createProviders(config.signIn)[provider];
  if (!codeFlow) throw new Error(`The sign-in through ${name} is not set up.`);
  await codeFlow.revoke(grant);
}
