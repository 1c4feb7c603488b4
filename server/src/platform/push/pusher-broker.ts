import { createHash, createHmac } from 'node:crypto';
import type { Broker } from './push.ts';
import type { PushApp } from './push-app.ts';
import type { PushEvent } from './push-event.ts';

const BATCH = 10; // the limit of the service
const ANSWER_WITHIN_MS = 5_000;

/**
 * Hands events to a Pusher-compatible service: `POST /apps/{app_id}/batch_events` of its HTTP API. A refused batch
 * does not affect the others. If the service does not answer, the rest is dropped.
 */
export function createPusherBroker(settings: PusherSettings): Broker {
  return {
    async send(events) {
      let refusal: number | null = null;
      for (let start = 0; start < events.length; start += BATCH) {
        const status = await sendBatch(settings, events.slice(start, start + BATCH));
        if (status >= 300) refusal ??= status;
      }
      if (refusal !== null) throw new Error(`the service answers ${refusal}`);
    },
  };
}

/** The status of the answer. Rejects if the service is unreachable or too slow. */
async function sendBatch(settings: PusherSettings, events: readonly PushEvent[]): Promise<number> {
  const batch = events.map(({ channel, event, data }) => ({
    channel,
    name: event,
    data: JSON.stringify(data),
  }));
  const body = JSON.stringify({ batch });
  const { status, body: answer } = await fetch(signedUrl(settings, body), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  await answer?.cancel();
  return status;
}

function signedUrl({ appId, key, secret, apiUrl }: PusherSettings, body: string): URL {
  const url = new URL(`${apiUrl}/apps/${appId}/batch_events`);
  const query = {
    auth_key: key,
    auth_timestamp: String(Math.floor(Date.now() / 1_000)),
    auth_version: '1.0',
    body_md5: createHash('md5').update(body).digest('hex'),
  };
  const signature = signRequest(secret, { method: 'POST', path: url.pathname, query });
  url.search = String(new URLSearchParams({ ...query, auth_signature: signature }));
  return url;
}

/** A request to the HTTP API of Pusher, without its body. */
interface ApiRequest {
  method: string;
  /** e.g. `/apps/1/events` */
  path: string;
  /** Fields of the query, without `auth_signature`. Their values are not percent-encoded. */
  query: Readonly<Record<string, string>>;
}

/** HMAC-SHA256 in hex (pusher.com/docs/channels/library_auth_reference/rest-api, "Generating authentication signatures"). */
export function signRequest(secret: string, { method, path, query }: ApiRequest): string {
  const sorted = Object.keys(query).sort();
  const text = sorted.map((name) => `${name.toLowerCase()}=${query[name]}`).join('&');
  return createHmac('sha256', secret).update(`${method}\n${path}\n${text}`).digest('hex');
}

/** A Pusher-compatible service that carries the events instead of this server. */
export interface PusherSettings extends PushApp {
  appId: string;
  /** The address for events: `https://api-eu.pusher.com`. */
  apiUrl: string;
  /** The address for browsers: `https://ws-eu.pusher.com`. */
  socketUrl: string;
}
