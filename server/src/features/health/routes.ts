import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** /healthz answers while the process is alive, /readyz while the database also answers. */
export const healthRoutes: Feature = async (app, { checkDatabase }) => {
  app.get(sitePath('healthz'), async () => ({ response: { status: 'ok' } }));
  app.get(sitePath('readyz'), async () => {
    await checkDatabase();
    return { response: { status: 'ready' } };
  });
};
