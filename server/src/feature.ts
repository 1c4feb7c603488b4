import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from './config.ts';
import type { Database } from './platform/database/database.ts';
import type { ImagePresets } from './platform/images/image-presets.ts';
import type { Renderers } from './platform/renderers.ts';
import type { MediaStore } from './platform/storage/media-store.ts';

/** Everything that a feature may use. */
export interface FeatureDeps {
  config: Config;
  database: Database;
  /** Rejects within 2 s if the database does not answer. */
  checkDatabase(): Promise<void>;
  store: MediaStore;
  images: ImagePresets;
  renderers: Renderers;
  /** Address of the demo's pages; null until the demo runs. */
  demoUrl?: () => string | null;
}

/** What a rule needs to read entities and to build their addresses. */
export type ReadDeps = Pick<FeatureDeps, 'database' | 'config'>;

/** A feature's routes. `app.ts` lists all features. */
export type Feature = FastifyPluginAsyncTypebox<FeatureDeps>;
