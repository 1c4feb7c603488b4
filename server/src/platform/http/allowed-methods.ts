import { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The methods of an address except OPTIONS, which every address accepts, because it may be a preflight request. */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const [path = '/'] = url.split('?');
  return app.supportedMethods.filter(
    (method) => method !== 'OPTIONS' && app.findRoute({ method, url: path }) !== null,
  );
}

/**
 * Refuses a method that the address does not have.
 * @throws AppError METHOD_NOT_ALLOWED, after naming the methods in `Allow`
 */
export function refuseMethod(
  app: FastifyInstance,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): void {
  const allowed = allowedMethods(app, url);
  if (allowed.length === 0 || allowed.includes(method)) return;
  reply.header('Allow', allowed.join(', '));
  throw new AppError('METHOD_NOT_ALLOWED');
}
