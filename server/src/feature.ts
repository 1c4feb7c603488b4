import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from './config.ts';
import type { AnswerCache, Sources } from './platform/cache/answer-cache.ts';
import type { ChangeFeed } from './platform/cache/change-feed.ts';
import type { Database } from './platform/database/database.ts';
import type { Listener } from './platform/database/listener.ts';
import type { Locks } from './platform/database/locks.ts';
import type { Viewer } from './platform/http/actor.ts';
import type { ImagePresets } from './platform/images/image-presets.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { TasksFor } from './platform/jobs/task.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Push } from './platform/push/push.ts';
import type { PushApp } from './platform/push/push-app.ts';
import type { Renderers } from './platform/renderers.ts';
import type { MediaStore } from './platform/storage/media-store.ts';

/** Everything that a feature may use. */
export interface FeatureDeps {
  config: Config;
  database: Database;
  /** Rejects within 2 s if the database does not answer. */
  checkDatabase(): Promise<void>;
  /** The address of the database now, for a thread that opens a connection of its own. */
  databaseAddress(): string;
  locks: Locks;
  store: MediaStore;
  images: ImagePresets;
  renderers: Renderers;
  answers: AnswerCache;
  changes: ChangeFeed;
  jobs: Jobs;
  mail: Mail;
  passwords: Passwords;
  /** Sends events to browsers. */
  push: Push;
  /** The app of the Pusher protocol that browsers connect to. */
  pushApp: PushApp;
  /** Calls the handler for each notification on a channel of the database. */
  listen: Listener['listen'];
  /** Address of the demo's pages; null until the demo runs. */
  demoUrl?: () => string | null;
}

/** The parts that a rule needs to read entities and to build their addresses. */
export interface ReadDeps extends Pick<FeatureDeps, 'database' | 'config'> {
  /** Whom the answer is made for. Left out, it is a visitor who is not signed in. */
  viewer?: Viewer;
  /** The sources of the answer that is being made: every function that reads adds what it has read. */
  sources?: Sources;
}

/** The parts that a rule needs to change what triggers do not announce. */
export type WriteDeps = Pick<FeatureDeps, 'database' | 'answers' | 'push'>;

/** A feature's routes. `app.ts` lists all features. */
export type Feature = FastifyPluginAsyncTypebox<FeatureDeps>;

/** A feature's tasks for jobs. `app.ts` lists them as well. */
export type Tasks = TasksFor<FeatureDeps>;
