import { retirePlan } from '../../features/plans/plans.ts';
import { CommandFailed, defineCommand, UsageError } from './command.ts';

export const command = defineCommand({
  summary: 'Takes a plan out of the list for good.',
  usage: 'ID [--json]',
  options: {},
  isAct: () => true,
  async run({ positionals: [planId, ...others] }, context) {
    if (planId === undefined || others.length > 0) throw new UsageError('Give one ID.');
    const { database } = await context.database();
    if (!(await retirePlan(database, planId)))
      throw new CommandFailed(`There is no plan "${planId}".`);
    context.answer({ text: `The plan "${planId}" is retired.`, json: { plan_id: planId } });
  },
});
