import type { Tasks } from '../../feature.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    visit_page: { visitId: number };
  }
}

export const doctorTasks: Tasks = {
  visit_page: {
    lane: 'remote',
    async run({ visitId }, { deps, signal }) {
      const { runVisit } = await import('./visits.ts'); // few hosts open pages
      await runVisit(deps, { visitId, signal });
    },
  },
};
