import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Nullable, Success } from '../../platform/http/schemas.ts';
import { attachCard, beginCard } from './cards.ts';
import { getDetails, setDetails } from './details.ts';
import { openPayments } from './open-payments.ts';
import { AttachBody, BillingSchema, DetailsSchema, IntentSchema, Unread } from './schema.ts';

const DetailsAnswer = Success(Type.Object({ details: Nullable(DetailsSchema) }));

/** The card that pays, and what invoices say of the payer. */
export const cardRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const payments = await openPayments(app, deps);
  const access = { action: 'payment.use' } as const;
  const write = { ...access, limit: 'payment' } as const;

  for (const method of ['POST', 'PUT'] as const) {
    app.route({
      method,
      url: apiPath('card_intents', config),
      config: { ...write, idempotent: false },
      schema: {
        summary: 'Begins to store a card',
        body: Unread,
        response: Success(Type.Object({ intent: IntentSchema })),
      },
      handler: async (request) => {
        const secret = await beginCard(payments.deps(), memberId(request));
        return { response: { intent: payments.intent(request, secret) } };
      },
    });

    app.route({
      method,
      url: apiPath('card_attach', config),
      config: write,
      schema: {
        summary: 'Pays with a card that was stored',
        body: AttachBody,
        response: Success(Type.Object({ billing: BillingSchema })),
      },
      handler: async (request) => {
        const { intent_id } = request.body;
        const billing = await attachCard(payments.deps(), memberId(request), intent_id);
        return { response: { billing } };
      },
    });
  }

  app.get(apiPath('billing_details', config), {
    config: access,
    schema: { summary: 'What invoices say of the member', response: DetailsAnswer },
    handler: async (request) => ({
      response: { details: await getDetails(payments.deps(), memberId(request)) },
    }),
  });

  app.put(apiPath('billing_details', config), {
    config: write,
    schema: {
      summary: 'Sets what invoices say of the member',
      body: DetailsSchema,
      response: DetailsAnswer,
    },
    handler: async (request) => ({
      response: { details: await setDetails(payments.deps(), memberId(request), request.body) },
    }),
  });
};
