import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from './config.ts';
import type { AnswerCache, Sources } from './platform/cache/answer-cache.ts';
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
  answers: AnswerCache;
  /** Address of the demo's pages; null until the demo runs. */
  demoUrl?: () => string | null;
}

/** The parts that a rule needs to read entities and to build their addresses. */
export interface ReadDeps extends Pick<FeatureDeps, 'database' | 'config'> {
  /** The sources of the answer that is being made: every function that reads adds what it has read. */
  sources?: Sources;
}

/** A feature's routes. `app.ts` lists all features. */
export type Feature = FastifyPluginAsyncTypebox<FeatureDeps>;
