import type { PushEvent } from './push-event.ts';

export interface EventReceiver {
  onEvent(event: PushEvent): void;
  /** Hears of the first message that holds something else than events. */
  onStrange?(reason: string): void;
}

/**
 * Takes messages of other processes: the JSON of an event, or of a list of them. Everybody who may use the Redis or the
 * database can send to its channels, so that a message may be anything.
 */
export function receiveEvents({
  onEvent,
  onStrange = () => {},
}: EventReceiver): (text: string) => void {
  let isReported = false;

  function ignore(): void {
    if (!isReported) onStrange('A message on the channel of push events is not one of them.');
    isReported = true;
  }

  return (text) => {
    for (const value of readValues(text)) {
      if (isEvent(value)) onEvent(value);
      else ignore();
    }
  };
}

function readValues(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [undefined]; // one message that is no event
  }
}

function isEvent(value: unknown): value is PushEvent {
  const { channel, event, data } = (value ?? {}) as Partial<PushEvent>;
  const isData = typeof data === 'string' || (typeof data === 'object' && data !== null);
  return typeof channel === 'string' && typeof event === 'string' && isData;
}
