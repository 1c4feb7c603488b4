import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { forbidStoring } from '../../platform/cache/send-answer.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { DONE, Done, ItemList, Success } from '../../platform/http/schemas.ts';
import { connectAccount, listConnections } from './connections.ts';
import { disconnectAccount } from './disconnect.ts';
import { identify } from './identify.ts';
import { offeredProviders } from './offered-providers.ts';
import { createProviders } from './providers.ts';
import { ConnectionBody, ConnectionSchema, ProviderParams } from './schema.ts';

/** The services that sign in to the user's own account. */
export const connectionRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const providers = createProviders(config.signIn);
  app.addHook('onRequest', forbidStoring);

  app.get(apiPath('connections', config), {
    config: { action: 'me.read' },
    schema: {
      summary: 'The services that sign in to an account',
      response: Success(ItemList(ConnectionSchema)),
    },
    async handler(request) {
      const offered = offeredProviders(config.signIn);
      const items = await listConnections(database, { userId: memberId(request), offered });
      return { response: { items, next_url: null } };
    },
  });

  app.put(apiPath('connection', config), {
    config: { action: 'me.edit', limit: 'login' },
    schema: {
      summary: 'Lets another service sign in to an account',
      params: ProviderParams,
      body: ConnectionBody,
      response: Success(
        Type.Object({ state: Type.Enum(['connected', 'mailed'], { type: 'string' }) }),
      ),
    },
    async handler(request) {
      const { provider } = request.params;
      const { password, ...tokens } = request.body;
      const userId = memberId(request);
      await app.rateLimits.take('login', { account: `user ${userId}` });
      const connection = await identify({ database, providers }, { provider, tokens });
      const language = languageOf(request);
      const state = await connectAccount(deps, { userId, connection, password, language });
      return { response: { state } };
    },
  });

  app.delete(apiPath('connection', config), {
    config: { action: 'me.edit' },
    schema: {
      summary: 'Ends the sign-in through another service',
      params: ProviderParams,
      response: Done,
    },
    async handler(request) {
      const { provider } = request.params;
      await disconnectAccount(deps, { userId: memberId(request), provider });
      return DONE;
    },
  });
};
