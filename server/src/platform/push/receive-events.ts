import type { PushEvent } from './push-event.ts';

export interface EventReceiver {
  onEvent(event: PushEvent): void;
  /** Receives the first message that is not an event. */
  onStrange?(reason: string): void;
}

/**
 * Reads messages of other processes: the JSON of an event, or of a list of them. Any user of the Redis or the
 * database can send to its channels, so a message may hold anything.
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
    return [undefined]; // an invalid message
  }
}

function isEvent(value: unknown): value is PushEvent {
  const { channel, event, data } = (value ?? {}) as Partial<PushEvent>;
  const isData = typeof data === 'object' && data !== null;
  return typeof channel === 'string' && typeof event === 'string' && isData;
}
