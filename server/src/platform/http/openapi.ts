import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { apiPath } from './paths.ts';

/** Collects the schemas of all routes that are registered later, and serves them as an OpenAPI document. */
export async function describeApi(
  app: FastifyInstance,
  { apiUrl, productName }: { apiUrl: string; productName: string },
): Promise<void> {
  await app.register(swagger, { openapi: { info: { title: productName, version: '2' } } });
  app.get(apiPath('openapi', { apiUrl }), { schema: { hide: true } }, async () => app.swagger());
}
