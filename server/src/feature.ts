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
import type { Clock } from './platform/limits/pacer.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Push } from './platform/push/push.ts';
import type { PushApp } from './platform/push/push-app.ts';
import type { CountTimes } from './platform/push/subscriber-counts.ts';
import type { Renderers } from './platform/renderers.ts';
import type { MediaStore } from './platform/storage/media-store.ts';
import type { Traces } from './platform/traces/open-traces.ts';

/** The dependencies of features. */
export interface FeatureDeps {
  config: Config;
  database: Database;
  /** Rejects if the process stops, or within 2 s if the database does not answer. */
  checkReady(): Promise<void>;
  /** The current address of the database, for a thread that opens its own connection. */
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
  /** Left out, this process measures nothing. */
  metrics?: Metrics | undefined;
  /** Left out, this process sends no traces. */
  traces?: Traces | undefined;
  /** The intervals at which listeners are counted. Left out, they are those of a host. */
  countTimes?: Partial<CountTimes> | undefined;
  /** The clock of the limits for audio. Left out, it is that of the system. */
  paceClock?: Clock;
  /** The clock of the log of requests for audio. Left out, it is that of the system. */
  numbersClock?: () => Date;
  /** The clock of the schedule of backups. Left out, it is that of the system. */
  backupClock?: () => Date;
  /** Whether the sample shows are still missing, soon after the first start. Left out, they are not. */
  areSamplesLoading?: () => boolean;
  /** Left out, the host has no demo. */
  demo?: DemoState;
}

export interface DemoState {
  /** Address of its pages; null until it runs. */
  url: string | null;
  /** Whether it is being built or started. */
  isComing: boolean;
}

/** The dependencies for reading entities and building their addresses. */
export interface ReadDeps extends Pick<FeatureDeps, 'database' | 'config'> {
  /** The reader of the answer. Default: a visitor who is not signed in. */
  viewer?: Viewer;
  /** The sources of the answer: every function that reads adds its sources. */
  sources?: Sources;
}

/** The dependencies for changes that triggers do not announce. */
export type WriteDeps = Pick<FeatureDeps, 'database' | 'answers' | 'push'>;

/** An account that ends, and the transaction in which it does. */
export interface EndingAccount {
  transaction: Database;
  userId: number;
}

/** The end of an account. The first part finds the account complete. */
export interface AccountEnd extends EndingAccount {
  deps: Pick<FeatureDeps, 'config' | 'jobs' | 'push'>;
  /** The effect runs if the transaction has been committed. */
  afterCommit(effect: () => void): void;
}

/** A feature's part in the end of an account. `app.ts` lists them all. */
export type OnAccountEnd = (end: AccountEnd) => Promise<void>;

/** A feature's routes. `app.ts` lists all features. */
export type Feature = FastifyPluginAsyncTypebox<FeatureDeps>;

/** A feature's tasks for jobs. `app.ts` also lists them. */
export type Tasks = TasksFor<FeatureDeps>;
