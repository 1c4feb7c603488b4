import type { Feature } from '../../feature.ts';

/** /healthz answers while the process lives, /readyz while the database answers too. */
export const healthRoutes: Feature = async (app, { checkDatabase }) => {
  app.get('/healthz', async () => ({ response: { status: 'ok' } }));
  app.get('/readyz', async () => {
    await checkDatabase();
    return { response: { status: 'ready' } };
  });
};
