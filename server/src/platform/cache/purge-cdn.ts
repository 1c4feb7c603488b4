import { setTimeout as sleep } from 'node:timers/promises';
import { ANYTHING, isOfSessions } from './answer-cache.ts';
import { EVERYTHING } from './cdn-headers.ts';
import type { ChangeFeed } from './change-feed.ts';

/** Caches between this host and its readers. */
export interface CdnSettings {
  /** Each of these addresses takes purges. */
  purgeUrls: readonly string[];
  token: string | null;
}

export interface PurgeOptions {
  changes: Pick<ChangeFeed, 'subscribe'>;
  settings: CdnSettings;
  report(level: 'info' | 'warn', message: string): void;
  /** Replaced by tests. */
  wait?: (ms: number) => Promise<unknown>;
}

export interface Purges {
  /** Resolves once everything that has changed until now is purged, or could not be. */
  stop(): Promise<void>;
}

/** A few changes make one purge. */
const COLLECT_MS = 100;
/** An answer that was on its way to the CDN during a purge arrives after it, so each key is purged again. */
const AGAIN_MS = 5_000;
const WITHIN_MS = 5_000;
const RETRY_MS = 1_000;
/** Fastly takes 256 in a request. */
const KEYS_PER_REQUEST = 100;
/** If more wait, everything is purged. */
const WAITING_MAX = 10_000;

/**
 * Tells the caches in front of this host which answers to drop: `POST` with the keys in the header `Surrogate-Key`, and the
 * token in `Fastly-Key`. That is the interface of Fastly (https://www.fastly.com/documentation/reference/api/purging/), and
 * `deploy/varnish.vcl` gives it to Varnish. After a time in which changes may have been missed, everything is purged.
 */
export function purgeCdn({ changes, settings, report, wait = pause }: PurgeOptions): Purges {
  const targets = settings.purgeUrls.map((url) =>
    createTarget(url, settings.token, { report, wait }),
  );
  const purge = (key: string) => {
    for (const target of targets) target.add(key);
  };
  let isStopped = false;

  changes.subscribe({
    onUp: () => purge(EVERYTHING),
    onDown() {},
    onChange(source) {
      if (isStopped || isOfSessions(source)) return;
      purge(source === ANYTHING ? EVERYTHING : source);
      purge(ANYTHING);
    },
  });

  return {
    async stop() {
      isStopped = true;
      await Promise.all(targets.map((target) => target.stop()));
    },
  };
}

function createTarget(
  url: string,
  token: string | null,
  { report, wait }: Pick<Required<PurgeOptions>, 'report' | 'wait'>,
) {
  let waiting = new Set<string>();
  let isFailing = false;
  let isStopped = false;
  let running: Promise<void> | null = null;

  function add(key: string): void {
    if (waiting.size >= WAITING_MAX) waiting = new Set([EVERYTHING]);
    waiting.add(key);
    running ??= run().finally(() => {
      running = null;
    });
  }

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      if (!isStopped) await wait(COLLECT_MS);
      const keys = take();
      if (await send(keys)) {
        if (!isStopped) repeat(keys);
        continue;
      }
      if (isStopped) return;
      for (const key of keys) waiting.add(key);
      await wait(RETRY_MS);
    }
  }

  function take(): string[] {
    const keys = waiting.has(EVERYTHING) ? [EVERYTHING] : [...waiting].slice(0, KEYS_PER_REQUEST);
    if (keys[0] === EVERYTHING) waiting.clear();
    else for (const key of keys) waiting.delete(key);
    return keys;
  }

  function repeat(keys: readonly string[]): void {
    wait(AGAIN_MS).then(
      () => (isStopped ? undefined : send(keys)),
      () => {},
    );
  }

  async function send(keys: readonly string[]): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Surrogate-Key': keys.join(' '), ...(token ? { 'Fastly-Key': token } : {}) },
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      await answer.body?.cancel(); // frees the connection
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      if (isFailing) report('info', 'The CDN takes purges again.');
      isFailing = false;
      return true;
    } catch (error) {
      if (!isFailing) report('warn', describeFailure(url, error));
      isFailing = true;
      return false;
    }
  }

  return {
    add,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const describeFailure = (url: string, error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error };
  return `The CDN at ${new URL(url).host} takes no purges (${cause?.message || message}): it may send old pages for up to ten minutes. Trying again every second.`;
};

const pause = (ms: number) => sleep(ms, undefined, { ref: false });
