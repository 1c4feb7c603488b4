import type { Plan } from 'earshot-site/contract';
import { addPlan, listPlans, type NewPlan, retirePlan } from '../../features/plans/plans.ts';
import { CommandFailed, defineCommand, required, UsageError } from './command.ts';

export const planAdd = defineCommand({
  summary: 'Adds a plan to those that the API lists. Its terms cannot be changed later.',
  usage:
    'ID --name NAME --price N --currency CUR --interval month|year --storage BYTES --upload BYTES [--json]',
  help: `  ID                    small letters, digits and hyphens
  --name NAME           what readers see
  --description TEXT    one sentence or two
  --price N             as Stripe counts, e.g. 900 for 9 euros, 300000 for 3000 forints; 0 for a free plan
  --currency CUR        e.g. eur
  --interval            month or year
  --storage BYTES       for all files of an account
  --upload BYTES        for one file
  --feature FEATURE     private_feeds
  --stripe-price PRICE  the price at Stripe, e.g. price_1Abc; every plan but a free one needs it`,
  takes: 'ID',
  options: {
    name: { type: 'string' },
    description: { type: 'string' },
    price: { type: 'string' },
    currency: { type: 'string' },
    interval: { type: 'string' },
    storage: { type: 'string' },
    upload: { type: 'string' },
    feature: { type: 'string', multiple: true },
    'stripe-price': { type: 'string' },
  },
  isAct: () => true,
  async run({ values, positionals: [plan_id = ''] }, context) {
    const plan: NewPlan = {
      plan_id,
      name: required(values.name, 'name'),
      description: values.description ?? '',
      price: wholeIn(required(values.price, 'price')),
      currency: required(values.currency, 'currency'),
      interval: readInterval(required(values.interval, 'interval')),
      storage_bytes: wholeIn(required(values.storage, 'storage')),
      upload_bytes: wholeIn(required(values.upload, 'upload')),
      features: [...new Set(values.feature ?? [])],
      stripePriceId: values['stripe-price'] ?? null,
    };
    const { database } = await context.database();
    await addPlan(database, plan);
    context.answer({ text: `The plan "${plan_id}" is in the list.`, json: { plan_id } });
  },
});

/** Not a number for `9.00`, which means 9 euros and would be 9 cents. */
const wholeIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

function readInterval(text: string): NewPlan['interval'] {
  if (text === 'month' || text === 'year') return text;
  throw new UsageError('--interval must be month or year.');
}

export const planList = defineCommand({
  summary: 'Lists the plans that are not retired, the cheapest first.',
  usage: '[--json]',
  options: {},
  async run(_, context) {
    const { database } = await context.database();
    const plans = await listPlans(database);
    context.answer({
      text: plans.map(describePlan).join('\n') || 'There are no plans.',
      json: { plans },
    });
  },
});

const describePlan = ({ plan_id, name, price, currency, interval }: Plan) =>
  `${plan_id}  ${name}  ${price} ${currency}/${interval}`;

export const planRetire = defineCommand({
  summary: 'Takes a plan out of the list for good.',
  usage: 'ID [--json]',
  takes: 'ID',
  options: {},
  isAct: () => true,
  async run({ positionals: [planId = ''] }, context) {
    const { database } = await context.database();
    if (!(await retirePlan(database, planId)))
      throw new CommandFailed(`There is no plan "${planId}".`);
    context.answer({ text: `The plan "${planId}" is retired.`, json: { plan_id: planId } });
  },
});
