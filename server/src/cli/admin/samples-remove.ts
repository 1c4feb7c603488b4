import { removeSamples } from '../../features/imports/samples.ts';
import { defineCommand } from './command.ts';

export const command = defineCommand({
  summary: 'Removes the sample shows. They do not come back.',
  usage: '[--json]',
  options: {},
  isAct: () => true,
  async run(_, context) {
    const { database } = await context.database();
    const removed = await removeSamples(database);
    const text = removed === 0 ? 'There are no sample shows.' : `Removed ${removed} sample shows.`;
    context.answer({ text, json: { removed } });
  },
});
