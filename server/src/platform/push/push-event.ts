/** Something that browsers hear of at once. It names things by their ids: a browser asks the API for the rest. */
export interface PushEvent {
  /** As Pusher names it, e.g. `private-user_1` or `show_1`. */
  channel: string;
  /** e.g. `message` */
  event: string;
  /** An object, or the text of a program. The whole event has `EVENT_MAX_BYTES` at most as JSON. */
  data: Readonly<Record<string, unknown>> | string;
  /** The id of a connection that does not get it: that of the program's own browser. */
  except?: string;
}

/** Closes a channel whose members are counted: they hear this event, and then nothing more. */
export const CHANNEL_CLOSED = 'closed';

/** PostgreSQL refuses a notification from 8,000 bytes on, and the names take some of them. */
export const EVENT_MAX_BYTES = 7_000;
