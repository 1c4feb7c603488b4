import type { Scope } from '../lib/scope.ts';
import { EmbedError, type EmbedErrorReason } from './embed-error.ts';
import { type EventMessage, type MethodName, PLAY_FAILURES } from './frame-protocol.ts';
import type { Peer } from './peer.ts';

type CallName = MethodName | 'ready';

interface Call {
  readonly method: CallName;
  readonly value: unknown;
  /** Restarts the time limit, or removes it. */
  limit(isLimited: boolean): void;
  resolve(value: unknown): void;
  reject(reason: EmbedErrorReason): void;
}

export interface Request<Answer> {
  readonly method: CallName;
  readonly read: (answer: unknown) => Answer;
  readonly value?: unknown;
  /** False rejects at once with `invalid_value`. */
  readonly isValid?: boolean | undefined;
}

/** Unanswered requests to the player. */
export interface Calls {
  request<Answer>(request: Request<Answer>): Promise<Answer>;
  answer(message: EventMessage): void;
  /** Sends requests that waited for a player, and repeats those that its predecessor left unanswered. */
  sendAll(): void;
  /** The next player gets the same time limit. */
  restartLimits(): void;
  rejectAll(reason: EmbedErrorReason): void;
}

export interface CallsOptions {
  readonly id: string;
  readonly peer: Peer;
  readonly scope: Scope;
  readonly timeoutMs: number;
  /** A lazy frame out of sight has no player yet: its calls wait without a limit. */
  isAsleep(): boolean;
  wake(): void;
}

export function createCalls({ id, peer, scope, timeoutMs, isAsleep, wake }: CallsOptions): Calls {
  const calls = new Map<string, Call>();
  let count = 0;

  function send(listener: string, { method, value, limit, resolve, reject }: Call): void {
    const capabilities = peer.capabilities();
    if (!capabilities) return;
    if (method === 'ready') resolve(capabilities);
    else if (!peer.supports('method', method)) reject('unsupported');
    else {
      peer.post({ method, value, listener });
      if (!capabilities.confirms && !isQuestion(method)) resolve(undefined);
      else limit(method !== 'play');
    }
  }

  function open(
    listener: string,
    { method, value }: Pick<Call, 'method' | 'value'>,
    settle: { resolve(answer: unknown): void; reject(error: EmbedError): void },
  ): Call {
    let stop = () => {};
    const settled = () => {
      calls.delete(listener);
      stop();
    };
    const call: Call = {
      method,
      value,
      limit(isLimited) {
        stop();
        // Browsers run an infinite timer at once.
        stop = isLimited && timeoutMs < Infinity ? scope.timeout(expire, timeoutMs) : () => {};
      },
      resolve(answer) {
        settled();
        settle.resolve(answer);
      },
      reject(reason) {
        settled();
        settle.reject(new EmbedError(reason, method));
      },
    };
    const expire = () => {
      if (isAsleep()) call.limit(true);
      else call.reject('timeout');
    };
    return call;
  }

  function start(listener: string, call: Call): void {
    calls.set(listener, call);
    call.limit(true);
    if (call.method !== 'ready' && isAsleep()) wake();
    send(listener, call);
  }

  return {
    request({ method, read, value, isValid = true }) {
      const promise = new Promise<ReturnType<typeof read>>((resolve, reject) => {
        const listener = `${id}-${++count}`;
        const settle = { resolve: (answer: unknown) => resolve(read(answer)), reject };
        const call = open(listener, { method, value }, settle);
        if (scope.disposed) call.reject('destroyed');
        else if (!isValid) call.reject('invalid_value');
        else start(listener, call);
      });
      promise.catch(() => {}); // an ignored promise must not reach the page's console
      return promise;
    },
    answer({ event, value, listener }) {
      for (const [key, { method, resolve, reject }] of [...calls]) {
        if (method !== event) continue;
        // Player.js answers a question without naming the listener.
        if ((isQuestion(method) ? (listener ?? key) : listener) !== key) continue;
        const failure = PLAY_FAILURES.find((reason) => reason === Object(value).error);
        if (failure) reject(failure);
        else resolve(value);
      }
    },
    sendAll() {
      for (const [listener, call] of [...calls]) send(listener, call);
    },
    restartLimits() {
      for (const { limit } of calls.values()) limit(true);
    },
    rejectAll(reason) {
      for (const call of [...calls.values()]) call.reject(reason);
    },
  };
}

const isQuestion = (method: string) => method.startsWith('get');
