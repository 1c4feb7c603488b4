import { createHash } from 'node:crypto';
import type { Broker } from './push.ts';
import type { PushEvent } from './push-event.ts';
import type { PusherSettings } from './pusher-settings.ts';
import { signRequest } from './request-signature.ts';

const BATCH = 10; // the service takes no more at once
const ANSWER_WITHIN_MS = 5_000;

/**
 * Hands events to a Pusher-compatible service: `POST /apps/{app_id}/batch_events` of its HTTP API. A batch that the service
 * refuses does not keep the others from it. If nobody answers, the rest is given up.
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

/** The status of the answer. Rejects if the service cannot be reached, or takes too long. */
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
