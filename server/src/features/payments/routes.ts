import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { Success } from '../../platform/http/schemas.ts';
import { getBilling } from './billing.ts';
import { changePlan, previewPlan } from './change-plan.ts';
import { endAtPeriodEnd } from './end-subscription.ts';
import { openPayments } from './open-payments.ts';
import {
  BillingSchema,
  detailsOf,
  IntentBody,
  IntentSchema,
  Name,
  PlanBody,
  PlanParams,
  ProrationSchema,
  Unread,
} from './schema.ts';
import { confirmPayment, subscribe } from './subscribe.ts';

const BillingAnswer = Success(Type.Object({ billing: BillingSchema }));
/** The API has always accepted both. */
const WRITES = ['POST', 'PUT'] as const;

/** Subscribing to plans. */
export const paymentRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const payments = await openPayments(app, deps);
  const access = { action: 'payment.use' } as const;

  app.get(apiPath('subscription', config), {
    config: access,
    schema: { summary: 'The subscription of the member', response: BillingAnswer },
    async handler(request) {
      const { database } = payments.deps();
      return { response: { billing: await getBilling(database, memberId(request)) } };
    },
  });

  app.get(apiPath('subscription_preview', config), {
    config: access,
    schema: {
      summary: 'What another plan would cost now',
      querystring: Type.Object({ plan_id: Name }),
      response: Success(Type.Object({ proration: ProrationSchema })),
    },
    async handler(request) {
      const { plan_id } = request.query;
      const proration = await previewPlan(payments.deps(), memberId(request), plan_id);
      return { response: { proration } };
    },
  });

  for (const method of WRITES) {
    app.route({
      method,
      url: apiPath('subscription', config),
      config: { ...access, limit: 'payment', idempotent: false },
      schema: {
        summary: 'Changes the plan of the member',
        body: PlanBody,
        response: Success(Type.Object({ billing: BillingSchema, intent: IntentSchema })),
      },
      handler: async (request) => {
        const userId = memberId(request);
        const { plan_id } = request.body;
        const secret = await changePlan(payments.deps(), userId, plan_id);
        const billing = await getBilling(payments.deps().database, userId);
        return { response: { billing, intent: payments.intent(request, secret) } };
      },
    });

    app.route({
      method,
      url: apiPath('subscription_intents', config),
      config: { ...access, limit: 'payment', idempotent: false },
      schema: {
        summary: 'Begins to pay for a subscription',
        params: PlanParams,
        body: IntentBody,
        response: Success(Type.Object({ intent: IntentSchema })),
      },
      handler: async (request) => {
        const { params, body } = request;
        const language = languageOf(request);
        const input = { planId: params.profile_id, language, details: detailsOf(body) };
        const secret = await subscribe(payments.deps(), memberId(request), input);
        return { response: { intent: payments.intent(request, secret) } };
      },
    });

    app.route({
      method,
      url: apiPath('subscription_intents_confirmed', config),
      config: access,
      schema: {
        summary: 'Asks Stripe whether a subscription is paid',
        params: PlanParams,
        body: Unread,
        response: BillingAnswer,
      },
      handler: async (request) => {
        const { profile_id } = request.params;
        const billing = await confirmPayment(payments.deps(), memberId(request), profile_id);
        return { response: { billing } };
      },
    });

    app.route({
      method,
      url: apiPath('subscription_reactivate', config),
      config: access,
      schema: {
        summary: 'Takes back the end of a subscription',
        body: Unread,
        response: BillingAnswer,
      },
      handler: async (request) => ({
        response: { billing: await endAtPeriodEnd(payments.deps(), memberId(request), false) },
      }),
    });
  }

  app.delete(apiPath('subscription', config), {
    config: access,
    schema: {
      summary: 'Ends a subscription with its period, or at once if it is unpaid',
      response: BillingAnswer,
    },
    handler: async (request) => ({
      response: { billing: await endAtPeriodEnd(payments.deps(), memberId(request), true) },
    }),
  });
};
