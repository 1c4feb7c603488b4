import type { Plan } from 'earshot-site/contract';
import { listPlans } from '../../features/plans/plans.ts';
import { defineCommand, noPositionals } from './command.ts';

export const command = defineCommand({
  summary: 'Lists the plans that are not retired, the cheapest first.',
  usage: '[--json]',
  options: {},
  async run({ positionals }, context) {
    noPositionals(positionals);
    const { database } = await context.database();
    const plans = await listPlans(database);
    context.answer({
      text: plans.map(describe).join('\n') || 'There are no plans.',
      json: { plans },
    });
  },
});

const describe = ({ plan_id, name, price, currency, interval }: Plan) =>
  `${plan_id}  ${name}  ${price} ${currency}/${interval}`;
