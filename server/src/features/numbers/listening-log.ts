import type { FastifyInstance } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { type Report, sumReports } from './listening.ts';
import { addSums } from './listening-repository.ts';
import { createLogWriter, type LogWriter } from './log-writer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports about what is heard, which are added to the sums of their days within a second. */
    listeningLog: Pick<LogWriter<Report>, 'add' | 'flush'>;
  }
}

/** Gives the server its collection of reports about what is heard. Only their sums are stored. */
export function keepListeningLog(
  app: FastifyInstance,
  { database }: Pick<FeatureDeps, 'database'>,
): void {
  const writer = createLogWriter<Report>({
    name: 'reports of listening',
    async save({ id, rows }) {
      const first = new Date(Math.min(...rows.map(({ at }) => at.getTime())));
      await addSums(database, { id, first }, sumReports(rows));
    },
    report: (message) => app.log.warn(message),
  });
  app.decorate('listeningLog', writer);
  app.addHook('onClose', () => writer.close());
}
