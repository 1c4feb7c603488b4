import type {
  Billing,
  BillingDetails,
  PaymentIntent,
  Proration,
  Purchase,
} from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { PlanSchema } from '../plans/plans.ts';

const Status = Type.Enum(['incomplete', 'active', 'past_due', 'ended'], { type: 'string' });
const Moment = Type.String({ examples: ['2026-12-01T00:00:00.000Z'] });
const Amount = Type.Integer({ examples: [900] });
const Currency = Type.String({ examples: ['eur'] });

const CardSchema = Type.Object({
  brand: Type.String({ examples: ['visa'] }),
  last4: Type.String({ examples: ['4242'] }),
  exp_month: Type.Integer({ examples: [12] }),
  exp_year: Type.Integer({ examples: [2030] }),
});

export const BillingSchema = Type.Object({
  subscription: Nullable(
    Type.Object({
      plan: PlanSchema,
      status: Status,
      current_period_ends_at: Nullable(Moment),
      cancel_at_period_end: Type.Boolean(),
      grace_ends_at: Nullable(Moment),
      pending_plan_id: Nullable(Type.String({ examples: ['label'] })),
      card: Nullable(CardSchema),
    }),
  ),
});
true satisfies IsSame<Static<typeof BillingSchema>, Billing>;

export const IntentSchema = Type.Object({
  intent_id: Type.String({ examples: ['pi_3Abc'] }),
  type: Type.Enum(['payment', 'setup', 'none'], { type: 'string' }),
  client_secret: Nullable(Type.String({ examples: ['pi_3Abc_secret_1'] })),
  publishable_key: Type.String({ examples: ['pk_live_1Abc'] }),
  locale: Type.String({ examples: ['en'] }),
});
true satisfies IsSame<Static<typeof IntentSchema>, PaymentIntent>;

const line = (maxLength: number, example: string) =>
  Type.String({ maxLength, default: '', examples: [example] });

export const DetailsSchema = Type.Object({
  name: line(200, 'Ann Reed'),
  line1: line(200, 'Via Roma 1'),
  line2: line(200, ''),
  postal_code: line(20, '00184'),
  city: line(100, 'Roma'),
  state: line(100, 'RM'),
  country: Type.String({ pattern: '^[A-Z]{2}$', examples: ['IT'] }),
  tax_id: line(50, 'IT12345678901'),
});
true satisfies IsSame<Static<typeof DetailsSchema>, BillingDetails>;

export const ProrationSchema = Type.Object({ amount: Amount, currency: Currency });
true satisfies IsSame<Static<typeof ProrationSchema>, Proration>;

export const PurchaseSchema = Type.Object({
  purchase_id: Type.String({ examples: ['in_1Abc'] }),
  transaction_id: Nullable(Type.String({ examples: ['pi_3Abc'] })),
  number: Nullable(Type.String({ examples: ['A1B2C3-0001'] })),
  plan_name: Nullable(Type.String({ examples: ['Studio'] })),
  amount: Amount,
  currency: Currency,
  status: Type.Enum(['paid', 'open', 'uncollectible'], { type: 'string' }),
  created_at: Moment,
});
true satisfies IsSame<Static<typeof PurchaseSchema>, Purchase>;

/** A plan, or a name from Stripe. */
export const Name = Type.String({ minLength: 1, maxLength: 100, examples: ['studio'] });
export const PlanParams = Type.Object({ profile_id: Name });

/** Clients send extra fields, which are ignored. */
const tolerant = { additionalProperties: true };
export const Unread = Type.Object({}, tolerant);
export const PlanBody = Type.Object({ plan_id: Name });
export const AttachBody = Type.Object({ intent_id: Name });
/** The country is required for the other fields. */
const OptionalDetails = Type.Partial(DetailsSchema);
export const IntentBody = Type.Object(OptionalDetails.properties, tolerant);
export const PurchaseBody = Type.Object({ plan_id: Name, ...OptionalDetails.properties });

/** Reads the billing details of a body. Undefined if it names no country. */
export function detailsOf(body: Partial<BillingDetails>): BillingDetails | undefined {
  const { name = '', line1 = '', line2 = '', postal_code = '', city = '', state = '' } = body;
  const { country, tax_id = '' } = body;
  if (country === undefined) return undefined;
  return { name, line1, line2, postal_code, city, state, country, tax_id };
}
