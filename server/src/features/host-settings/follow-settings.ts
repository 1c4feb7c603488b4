import type { FastifyInstance } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { applySettings, effectiveSettings, readStored } from './host-settings.ts';

type Deps = Pick<FeatureDeps, 'config' | 'database' | 'answers'>;

/**
 * Keeps the configuration of this process in step with the administrators' settings. They are read with the first
 * request, and again after each change, also by another process.
 */
export function followSettings(app: FastifyInstance, deps: Deps): void {
  const environment = { ...deps.config };
  const follow = async () => {
    const stored = await readStored(deps.database);
    applySettings(deps.config, effectiveSettings(environment, stored));
    return stored;
  };
  app.decorate('environment', environment);
  app.addHook('onRequest', async () => {
    // Without a database the last settings stay; the request itself reports the loss.
    await deps.answers.keep('host settings', follow).catch(() => {});
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The configuration of the environment, without the changes of administrators. */
    environment: FeatureDeps['config'];
  }
}
