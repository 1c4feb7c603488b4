import { AppError } from 'earshot/contract';
import type { Plan, PlanFeature } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import {
  findPlanRow,
  insertPlan,
  listPlanRows,
  type PlanName,
  retirePlanRow,
} from './repository.ts';
import { toPlan } from './to-wire.ts';

export { PlanSchema } from './schema.ts';

const PLAN_ID = /^[a-z0-9-]{1,64}$/;
const CURRENCY = /^[a-z]{3}$/;
const STRIPE_PRICE = /^price_[A-Za-z0-9_]{1,200}$/;
const PRICE_MAX = 99_999_999; // Stripe's limit is eight digits
const NAME_CHARACTERS_MAX = 100;
const DESCRIPTION_CHARACTERS_MAX = 1_000;

export interface NewPlan extends Omit<Plan, 'is_free' | 'features'> {
  features: readonly string[];
  /** The price at Stripe. Null for a plan that costs nothing. */
  stripePriceId: string | null;
}

/** The available plans, the cheapest first. */
export async function listPlans(database: Database): Promise<Plan[]> {
  return (await listPlanRows(database)).map(toPlan);
}

export interface StoredPlan {
  plan: Plan;
  stripePriceId: string | null;
  isRetired: boolean;
}

/** A plan, retired or not. Null if there is none. */
export async function findAnyPlan(database: Database, name: PlanName): Promise<StoredPlan | null> {
  const found = await findPlanRow(database, name);
  if (!found) return null;
  const { stripe_price_id, retired_at, ...row } = found;
  return { plan: toPlan(row), stripePriceId: stripe_price_id, isRetired: retired_at !== null };
}

/**
 * Adds a plan. Its terms never change, because its subscribers agreed to them.
 * @throws AppError INVALID_REQUEST, which names all wrong fields
 */
export async function addPlan(database: Database, input: NewPlan): Promise<void> {
  const plan = {
    ...input,
    name: cleanLine(input.name, Infinity),
    description: cleanLine(input.description, Infinity),
  };
  const messages = CHECKS.filter(({ holds }) => !holds(plan)).map(({ words }) => words);
  if (messages.length > 0) throw new AppError('INVALID_REQUEST', { messages });
  const { stripePriceId, features, ...row } = plan;
  const isNew = await insertPlan(database, {
    ...row,
    features: features.filter(isFeature),
    stripe_price_id: stripePriceId,
  });
  if (isNew) return;
  throw new AppError('INVALID_REQUEST', {
    messages: ['plan_id: a plan has this name or this price already'],
  });
}

/** Removes a plan from the list. It stays in the database for its subscribers. False if there is no such plan. */
export async function retirePlan(database: Database, planId: string): Promise<boolean> {
  return retirePlanRow(database, planId);
}

const isFeature = (name: string): name is PlanFeature => name === 'private_feeds';
const isSize = (bytes: number) => Number.isSafeInteger(bytes) && bytes > 0;
const isText = (text: string, max: number) => text !== '' && [...text].length <= max;

interface Check {
  holds(plan: NewPlan): boolean;
  words: string;
}

const CHECKS: readonly Check[] = [
  {
    holds: ({ plan_id }) => PLAN_ID.test(plan_id),
    words: 'plan_id: must be 1 to 64 small letters, digits and hyphens',
  },
  {
    holds: ({ name }) => isText(name, NAME_CHARACTERS_MAX),
    words: `name: must have 1 to ${NAME_CHARACTERS_MAX} characters`,
  },
  {
    holds: ({ description }) => [...description].length <= DESCRIPTION_CHARACTERS_MAX,
    words: `description: must be at most ${DESCRIPTION_CHARACTERS_MAX} characters`,
  },
  {
    holds: ({ price }) => Number.isInteger(price) && price >= 0 && price <= PRICE_MAX,
    words: `price: must be a whole number from 0 to ${PRICE_MAX}, e.g. cents`,
  },
  {
    holds: ({ currency }) => CURRENCY.test(currency),
    words: 'currency: must be three small letters, e.g. eur',
  },
  {
    holds: ({ interval }) => interval === 'month' || interval === 'year',
    words: 'interval: must be month or year',
  },
  {
    holds: ({ storage_bytes }) => isSize(storage_bytes),
    words: 'storage_bytes: must be a whole number of bytes above 0',
  },
  {
    holds: ({ upload_bytes, storage_bytes }) =>
      isSize(upload_bytes) && upload_bytes <= storage_bytes,
    words: 'upload_bytes: must be a whole number of bytes above 0, at most the storage',
  },
  { holds: ({ features }) => features.every(isFeature), words: 'features: must be private_feeds' },
  {
    holds: ({ price, stripePriceId }) =>
      price === 0
        ? stripePriceId === null
        : stripePriceId !== null && STRIPE_PRICE.test(stripePriceId),
    words: 'stripe_price: a plan with a price needs one, e.g. price_1Abc; a free plan has none',
  },
];
