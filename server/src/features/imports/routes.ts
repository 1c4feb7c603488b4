import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, Success } from '../../platform/http/schemas.ts';
import { limitedAddress } from '../../platform/limits/limited-address.ts';
import { getImport, previewImport, startImport } from './imports.ts';
import { ImportParams, ImportSchema, NewImportBody, StartImportBody } from './schema.ts';

const Answer = Type.Object({ import: ImportSchema });

/** Imports of podcasts from other hosts. */
export const importRoutes: Feature = async (app, deps) => {
  /** Administrators bring many podcasts at once. */
  const limitsOf = ({ actor, clientAddress }: FastifyRequest) => ({
    async beforeFetch() {
      if (!actor.isAdmin) await app.rateLimits.take('import', { account: actor.userId });
    },
    async beforeMail(receiver: string) {
      const address = limitedAddress(clientAddress);
      await app.rateLimits.take('mail', { account: actor.userId, address });
      await app.rateLimits.take('mail', { account: `feed of ${receiver.toLowerCase()}` });
    },
  });

  app.post(apiPath('imports', deps.config), {
    config: { action: 'import.create' },
    schema: {
      summary: 'Previews the import of a feed',
      body: NewImportBody,
      response: Created(Answer),
    },
    async handler(request) {
      await limitsOf(request).beforeFetch();
      return { response: { import: await previewImport(deps, request.actor, request.body.url) } };
    },
  });

  app.get(apiPath('import', deps.config), {
    config: { action: 'import.read' },
    schema: {
      summary: 'An import and what has become of its items',
      params: ImportParams,
      response: Success(Answer),
    },
    async handler(request) {
      const { import_id } = request.params;
      return { response: { import: await getImport(deps.database, import_id) } };
    },
  });

  app.put(apiPath('import', deps.config), {
    config: { action: 'import.start' },
    schema: {
      summary: 'Starts an import',
      params: ImportParams,
      body: StartImportBody,
      response: Success(Answer),
    },
    async handler(request) {
      const { actor, body, params } = request;
      const limits = limitsOf(request);
      const wanted = { importId: params.import_id, proof: body, limits };
      return { response: { import: await startImport(deps, actor, wanted) } };
    },
  });
};
