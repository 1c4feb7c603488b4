import type { Feature } from '../../feature.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** /healthz answers while the process is alive, /readyz while it should get requests: until it stops, if its database answers. */
export const healthRoutes: Feature = async (app, { checkReady }) => {
  app.get(sitePath('healthz'), async () => ({ response: { status: 'ok' } }));
  app.get(sitePath('readyz'), async () => {
    await checkReady();
    return { response: { status: 'ready' } };
  });
};
