import { AppError } from 'earshot/contract';
import type { HTTPMethods } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Id, Success } from '../../platform/http/schemas.ts';
import type { Action } from '../policy/policy.ts';

interface Closed {
  name: Parameters<typeof apiPath>[0];
  methods: readonly HTTPMethods[];
  action: Action;
  summary: string;
  params?: Record<string, TSchema>;
}

const Name = Type.String({ maxLength: 100 });
/** Nobody reads these fields, so none is wrong. */
const Unread = Type.Object({}, { additionalProperties: true });
const Provider = Type.Enum(['facebook', 'twitter', 'google', 'apple'], { type: 'string' });

/** Routes of the API that need an account with another company. */
const CLOSED: readonly Closed[] = [
  {
    name: 'connect',
    methods: ['PUT'],
    action: 'provider.use',
    summary: 'Logs in through another service',
    params: { provider: Provider },
  },
  {
    name: 'provider_signup',
    methods: ['POST'],
    action: 'provider.use',
    summary: 'Signs up through another service',
    params: { provider: Provider },
  },
  {
    name: 'subscription',
    methods: ['GET', 'PUT', 'POST', 'DELETE'],
    action: 'payment.use',
    summary: 'The subscription of a user',
  },
  {
    name: 'subscription_reactivate',
    methods: ['POST', 'PUT'],
    action: 'payment.use',
    summary: 'Takes back the end of a subscription',
  },
  {
    name: 'subscription_intents',
    methods: ['POST', 'PUT'],
    action: 'payment.use',
    summary: 'Begins to pay for a subscription',
    params: { profile_id: Name },
  },
  {
    name: 'subscription_intents_confirmed',
    methods: ['POST', 'PUT'],
    action: 'payment.use',
    summary: 'Confirms the payment of a subscription',
    params: { profile_id: Name },
  },
  {
    name: 'card_intents',
    methods: ['POST', 'PUT'],
    action: 'payment.use',
    summary: 'Begins to add a card',
  },
  {
    name: 'card_attach',
    methods: ['POST', 'PUT'],
    action: 'payment.use',
    summary: 'Adds a card',
  },
  {
    name: 'premium_purchase',
    methods: ['GET', 'POST', 'PUT'],
    action: 'user.pay',
    summary: 'Buys a plan',
    params: { user_id: Id },
  },
  {
    name: 'purchase_invoice',
    methods: ['GET'],
    action: 'payment.use',
    summary: 'The invoice of a purchase',
    params: { purchase_id: Name },
  },
  {
    name: 'transaction_invoice',
    methods: ['GET'],
    action: 'payment.use',
    summary: 'The invoice of a payment',
    params: { transaction_id: Name },
  },
];

/**
 * Sign-in through other services and payments. This host has no account with those companies, and says so, but
 * only to those who may ask.
 */
export const notConfiguredRoutes: Feature = async (app, { config }) => {
  for (const { name, methods, action, summary, params = {} } of CLOSED) {
    for (const method of methods) {
      app.route({
        url: apiPath(name, config),
        method,
        config: { action },
        schema: {
          summary,
          params: Type.Object(params),
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: Unread }),
          response: Success(Type.Object({})),
        },
        handler: refuse,
      });
    }
  }
};

/** @throws AppError NOT_CONFIGURED always */
async function refuse(): Promise<never> {
  throw new AppError('NOT_CONFIGURED');
}
