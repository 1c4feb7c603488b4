import { type Resolve, resolveHost } from '../../platform/http/private-address.ts';
import {
  isPassingFailure,
  type OutgoingRequest,
  sendRequest,
  Unreachable,
} from '../../platform/http/send-request.ts';
import { PermanentFailure } from '../../platform/jobs/task.ts';

const PACE = { answerMs: 30_000, silenceMs: 20_000 };

/** A service that is notified of changed feeds. */
export interface Recipient {
  /** Its name in the log: "The WebSub hub". */
  name: string;
  /** The setting with its address. */
  setting: string;
  isPrivate: boolean;
  /** The setting that allows a private network. */
  privateSetting: string;
  /** Statuses besides 2xx that count as delivered. */
  accepted?: readonly number[];
}

export interface NoticeOptions {
  resolve?: Resolve;
  pace?: typeof PACE;
}

/**
 * Sends one notice. Only the status of the answer counts.
 * @throws Unreachable if the service may accept it later; PermanentFailure if it refuses it
 */
export async function sendNotice(
  url: URL,
  { method, headers, body }: Pick<OutgoingRequest, 'method' | 'headers' | 'body'>,
  { to, resolve = resolveHost, pace = PACE }: NoticeOptions & { to: Recipient },
): Promise<void> {
  const answer = await sendRequest(url, {
    ...(method ? { method } : {}),
    headers: { 'User-Agent': 'Earshot', ...headers },
    ...(body === undefined ? {} : { body }),
    resolve: to.isPrivate ? null : resolve,
    pace,
    refusal: `is on a private network; set ${to.privateSetting}=true to allow that`,
  });
  answer.destroy();
  refuse(answer.statusCode ?? 0, url, to);
}

function refuse(status: number, url: URL, { name, setting, accepted = [] }: Recipient): void {
  if ((status >= 200 && status < 300) || accepted.includes(status)) return;
  const words = `${name} ${url.origin}${url.pathname} answered ${status}`;
  if (isPassingFailure(status)) throw new Unreachable(words);
  throw new PermanentFailure(`${words}. Check ${setting}.`);
}
