import { AppError } from 'earshot/contract';
import type { Feature } from '../../feature.ts';
import { ping } from '../../platform/database/database.ts';

/** /healthz answers while the process lives, /readyz while the database answers too. */
export const healthRoutes: Feature = async (app, { database }) => {
  app.get('/healthz', async () => ({ response: { status: 'ok' } }));
  app.get('/readyz', async () => {
    await ping(database).catch((cause) => {
      throw new AppError('UNAVAILABLE', { cause });
    });
    return { response: { status: 'ready' } };
  });
};
