import type { Readable } from 'node:stream';
import { API_ROUTES, buildPath } from 'earshot/contract';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { attachment } from '../../platform/http/content-disposition.ts';
import { CursorQuery } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { ItemList, Success, UserName } from '../../platform/http/schemas.ts';
import { openPayments } from './open-payments.ts';
import {
  type InvoiceDocument,
  listPurchases,
  openInvoice,
  openInvoiceOfPayment,
} from './purchases.ts';
import { detailsOf, IntentSchema, Name, PurchaseBody, PurchaseSchema } from './schema.ts';
import { subscribe } from './subscribe.ts';

const PDF_TYPE = 'application/pdf';
const PdfAnswer = {
  200: Type.Unsafe<Readable>({ type: 'string', format: 'binary', description: 'A PDF document' }),
};

/** The purchases of members, with invoices. */
export const purchaseRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const payments = await openPayments(app, deps);
  const params = Type.Object({ user_id: UserName }); // the policy admits only this user
  const document = {
    config: { action: 'payment.use', files: [PDF_TYPE] },
    compress: false,
  } as const;

  app.get(apiPath('premium_purchase', config), {
    config: { action: 'user.pay' },
    schema: {
      summary: 'What a user has bought, the newest first',
      params,
      querystring: Type.Object(CursorQuery),
      response: Success(ItemList(PurchaseSchema)),
    },
    async handler(request) {
      const userId = memberId(request);
      const path = buildPath(API_ROUTES, 'premium_purchase', { user_id: userId });
      const range = { ...request.query, userId, url: config.apiUrl + path };
      return { response: await listPurchases(payments.deps(), range) };
    },
  });

  for (const method of ['POST', 'PUT'] as const) {
    app.route({
      method,
      url: apiPath('premium_purchase', config),
      config: { action: 'user.pay', limit: 'payment', idempotent: false },
      schema: {
        summary: 'Begins to pay for a plan',
        params,
        body: PurchaseBody,
        response: Success(Type.Object({ intent: IntentSchema })),
      },
      handler: async (request) => {
        const { body } = request;
        const language = languageOf(request);
        const input = { planId: body.plan_id, language, details: detailsOf(body) };
        const secret = await subscribe(payments.deps(), memberId(request), input);
        return { response: { intent: payments.intent(request, secret) } };
      },
    });
  }

  app.get(apiPath('purchase_invoice', config), {
    ...document,
    schema: {
      summary: 'The invoice of a purchase',
      params: Type.Object({ purchase_id: Name }),
      response: PdfAnswer,
    },
    handler: async (request, reply) =>
      send(
        reply,
        await openInvoice(payments.deps(), memberId(request), request.params.purchase_id),
      ),
  });

  app.get(apiPath('transaction_invoice', config), {
    ...document,
    schema: {
      summary: 'The invoice of a payment',
      params: Type.Object({ transaction_id: Name }),
      response: PdfAnswer,
    },
    async handler(request, reply) {
      const { transaction_id } = request.params;
      const found = await openInvoiceOfPayment(payments.deps(), memberId(request), transaction_id);
      return send(reply, found);
    },
  });

  function send(reply: FastifyReply, { number, pdf }: InvoiceDocument) {
    reply.headers({
      'Cache-Control': 'no-store',
      'Content-Disposition': attachment(`${config.productName} ${number}`, 'pdf'),
    });
    return reply.type(PDF_TYPE).send(pdf);
  }
};
