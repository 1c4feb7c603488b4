/** Something that browsers learn at once. It names things by their ids: a browser asks the API for the rest. */
export interface PushEvent {
  /** A name of Pusher, e.g. `private-user_1` or `show_1`. */
  channel: string;
  /** e.g. `message` */
  event: string;
  /** As JSON, the whole event has at most `EVENT_MAX_BYTES`. */
  data: Readonly<Record<string, unknown>>;
}

/** Closes a channel whose members are counted: they receive this event, and then nothing more. */
export const CHANNEL_CLOSED = 'closed';

/** PostgreSQL refuses a notification from 8,000 bytes on, and the names take some of them. */
export const EVENT_MAX_BYTES = 7_000;
