import type { EndedTask } from '../jobs/run-task.ts';
import type { Metrics } from './metrics.ts';

const BUCKETS = [0.1, 1, 10, 60, 600];

/** Returns a function that notes each attempt of a job in this process. */
export function measureJobs(metrics: Metrics): (ended: EndedTask) => void {
  const time = metrics.histogram({
    name: 'earshot_job_duration_seconds',
    help: 'Attempts of jobs that ended in this process, and their time.',
    labels: ['task', 'outcome'],
    buckets: BUCKETS,
  });
  return ({ task, hasFailed, seconds }) =>
    time({ task, outcome: hasFailed ? 'failure' : 'success' }, seconds);
}
