import { AppError } from 'earshot/contract';
import type { PaymentIntent } from 'earshot-site/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { openGateway } from './stripe/gateway.ts';

/**
 * Shared by the routes about payments. If the host takes no payments, every route of `app` answers NOT_CONFIGURED, whatever
 * the request holds.
 */
export async function openPayments(app: FastifyInstance, features: FeatureDeps) {
  const { payments } = features.config;
  const gateway = payments && (await openGateway(payments));
  const deps = () => {
    if (gateway === null) throw new AppError('NOT_CONFIGURED');
    return { ...features, gateway };
  };
  app.addHook('preValidation', async () => {
    deps();
  });
  return {
    deps,
    /** Everything a browser needs to confirm an intent. Without a secret there is nothing to confirm. */
    intent: (request: FastifyRequest, secret: string | null): PaymentIntent => ({
      intent_id: secret?.split('_secret_')[0] ?? '',
      type: typeOf(secret),
      client_secret: secret,
      publishable_key: payments?.publishableKey ?? '',
      locale: localeOf(request),
    }),
  };
}

/** Stripe speaks more languages than this host. */
const localeOf = (request: FastifyRequest): string =>
  /^[a-z]{2}/i.exec(request.culture ?? '')?.[0].toLowerCase() ?? languageOf(request);

/** Stripe's names of intents that store a card begin with `seti_`. */
function typeOf(secret: string | null): PaymentIntent['type'] {
  if (secret === null) return 'none';
  return secret.startsWith('seti_') ? 'setup' : 'payment';
}
