import { ApiError } from 'earshot';
import { AppError, type Envelope, type ErrorReason } from 'earshot/contract';
import type { Session } from './session.ts';
import type { WithLogin } from './with-login.ts';

/** The entity tag of a thing as a page shows it. Null if it is unknown. */
export interface Version {
  current: string | null;
}

interface BodyRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body: FormData | URLSearchParams | null;
  /** The only version that may be changed. It becomes the new one, or that which was read. */
  version?: Version;
  /** Bearer token. A request to the site carries the cookie anyway. */
  token?: string | null;
}

/**
 * Sends a form or a file without a time limit: calls of the API client end after some seconds.
 * @throws ApiError
 */
export async function sendBody<Value>(address: string, request: BodyRequest): Promise<Value> {
  const { status, envelope } = await send(address, request).catch((cause: unknown) => {
    throw new ApiError('NETWORK', 0, [new AppError('NETWORK').message], { cause });
  });
  if ('response' in envelope) return envelope.response as Value;
  const { reason, messages } = envelope.error;
  throw new ApiError(reason as ErrorReason, status, messages);
}

/** The parts of the site's client that a request of the signed-in user needs. */
interface Member {
  readonly session: Pick<Session, 'token'>;
  readonly withLogin: WithLogin;
}

/**
 * The same as the signed-in user. If the session has ended, the request is repeated after a login.
 * @throws ApiError
 */
export function sendAsMember<Value>(
  client: Member | null,
  address: string,
  request: Omit<BodyRequest, 'token'>,
): Promise<Value> {
  const send = () => sendBody<Value>(address, { ...request, token: client?.session.token ?? null });
  return client ? client.withLogin(send) : send();
}

async function send(address: string, { method, body, token, version }: BodyRequest) {
  const headers = {
    Accept: 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(version?.current ? { 'If-Match': version.current } : {}),
  };
  const response = await fetch(address, { method, headers, body });
  if (version && response.ok) version.current = response.headers.get('ETag');
  return { status: response.status, envelope: (await response.json()) as Envelope<unknown> };
}
