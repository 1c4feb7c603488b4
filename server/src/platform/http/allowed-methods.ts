import { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Refuses a request for an address that takes other methods.
 * @throws AppError METHOD_NOT_ALLOWED, after naming the methods in `Allow`
 */
export function refuseMethod(
  app: FastifyInstance,
  { method: asked, url }: FastifyRequest,
  reply: FastifyReply,
): void {
  const [path = '/'] = url.split('?');
  // Every address takes OPTIONS, because it may be a preflight request.
  const allowed = app.supportedMethods.filter(
    (method) => method !== 'OPTIONS' && app.findRoute({ method, url: path }) !== null,
  );
  if (allowed.length === 0 || allowed.includes(asked)) return;
  reply.header('Allow', allowed.join(', '));
  throw new AppError('METHOD_NOT_ALLOWED');
}
