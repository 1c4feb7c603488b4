import type { Config } from '../../config.ts';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPassingFailure } from '../../platform/http/passing-failure.ts';
import { type Resolve, resolveHost } from '../../platform/http/private-address.ts';
import { sendRequest } from '../../platform/http/send-request.ts';
import { PermanentFailure } from '../../platform/jobs/task.ts';
import { feedAddress } from './show-to-rss.ts';

const SETTLE_MS = 2_000; // an author often changes several fields one after the other
const PACE = { answerMs: 30_000, silenceMs: 20_000 };

/** Adds the job that tells the hub of a change. A job that waits for the same show is replaced. */
export async function tellHub(
  { config, jobs }: Pick<FeatureDeps, 'config' | 'jobs'>,
  transaction: Database,
  showId: number,
): Promise<void> {
  if (config.websubHub === null) return;
  const options = { key: `websub_ping:${showId}`, runAt: new Date(Date.now() + SETTLE_MS) };
  await jobs.add(transaction, 'websub_ping', { show_id: showId }, options);
}

type HubConfig = Pick<Config, 'siteUrl' | 'websubHub' | 'websubHubIsPrivate'>;

export interface PingOptions {
  resolve?: Resolve;
  pace?: typeof PACE;
}

/**
 * Tells the hub that the feed of a show has changed (WebSub, 7). The Recommendation leaves the request open; hubs take
 * the parameters of PubSubHubbub 0.4, and some read `hub.topic`.
 * @throws Error if the hub may take it later; PermanentFailure if it refuses it
 */
export async function pingHub(
  { siteUrl, websubHub, websubHubIsPrivate }: HubConfig,
  showId: number,
  { resolve = resolveHost, pace = PACE }: PingOptions = {},
): Promise<void> {
  if (websubHub === null) return;
  const topic = feedAddress(showId, { siteUrl });
  const body = String(
    new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic }),
  );
  const answer = await sendRequest(new URL(websubHub), {
    method: 'POST',
    headers: {
      'User-Agent': 'Earshot',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(body),
    },
    body,
    resolve: websubHubIsPrivate ? null : resolve,
    pace,
    refusal: 'is on a private network; set WEBSUB_HUB_PRIVATE=true to allow that',
  });
  answer.destroy(); // only the status counts
  refuse(answer.statusCode ?? 0, websubHub);
}

function refuse(status: number, hub: string): void {
  if (status >= 200 && status < 300) return;
  const words = `The WebSub hub ${hub} answered ${status}`;
  if (isPassingFailure(status)) throw new Error(words);
  throw new PermanentFailure(`${words}. Check WEBSUB_HUB.`);
}
