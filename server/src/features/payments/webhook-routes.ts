import { AppError } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done } from '../../platform/http/schemas.ts';
import { followCustomer } from './follow-stripe.ts';
import { Unread } from './schema.ts';
import { openGateway } from './stripe/gateway.ts';

/** Receives Stripe's reports. The signature covers the raw bytes, so nothing parses them before it is checked. */
export const webhookRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const gateway = config.payments && (await openGateway(config.payments));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => ({ bytes }),
  );

  app.post(apiPath('payment_webhooks', config), {
    config: { action: 'payment.report', idempotent: false },
    schema: { summary: 'Takes what Stripe reports', body: Unread, response: Done },
    async handler({ body, headers }) {
      if (gateway === null) throw new AppError('NOT_CONFIGURED');
      const bytes = 'bytes' in body && Buffer.isBuffer(body.bytes) ? body.bytes : Buffer.alloc(0);
      const customer = gateway.readReport(bytes, String(headers['stripe-signature'] ?? ''));
      if (customer !== null) await followCustomer({ ...deps, gateway }, customer);
      return DONE;
    },
  });
};
