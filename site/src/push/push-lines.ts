import type Pusher from 'pusher-js';
import type { PushOptions } from './open-push.ts';

const JOINED = 'pusher:subscription_succeeded';

type Handlers = Readonly<Record<string, (data: never) => void>>;

/** The subscriptions of one part of the site. All parts of a tab share one connection. */
export interface PushLine {
  /** Joins a channel. `onJoined` is called after each connection: events may have been missed before. */
  hear(channel: string, handlers: Handlers, onJoined?: () => void): void;
  /** False without a connection, and if the server has refused the channel. */
  hears(channel: string): boolean;
  /** Leaves channels without other subscribers. The last line to end closes the connection. */
  end(): void;
}

export type OpenLine = (options: PushOptions) => Promise<PushLine>;

/** Opens one connection for all lines, and keeps it while there is a line. */
export function createLines(open: (options: PushOptions) => Promise<Pusher>): OpenLine {
  const hearers = new Map<string, number>(); // number of lines per channel
  let opening: Promise<Pusher> | null = null;
  let lines = 0;

  function leave(pusher: Pusher, channel: string): void {
    const left = (hearers.get(channel) ?? 1) - 1;
    hearers.set(channel, left);
    // The last line closes the connection instead. At a logout the server also closes it, and nothing can be sent.
    if (left === 0 && lines > 0) pusher.unsubscribe(channel);
  }

  function createLine(pusher: Pusher): PushLine {
    const ends: (() => void)[] = [];
    return {
      hear(name, handlers, onJoined = () => {}) {
        const channel = pusher.subscribe(name);
        hearers.set(name, (hearers.get(name) ?? 0) + 1);
        const bound = Object.entries({ ...handlers, [JOINED]: onJoined });
        for (const [event, handler] of bound) channel.bind(event, handler);
        if (channel.subscribed) onJoined();
        ends.push(() => {
          for (const [event, handler] of bound) channel.unbind(event, handler);
          leave(pusher, name);
        });
      },
      hears: (name) => pusher.channel(name)?.subscribed === true,
      end() {
        lines -= 1;
        for (const end of ends.splice(0)) end();
        if (lines > 0) return;
        opening = null;
        pusher.disconnect();
      },
    };
  }

  return async (options) => {
    lines += 1;
    opening ??= open(options);
    const mine = opening;
    try {
      return createLine(await mine);
    } catch (error) {
      lines -= 1;
      if (opening === mine) opening = null; // the next line retries
      throw error;
    }
  };
}

/** The lines of this tab. The first one loads the library and connects. */
export const openLine = createLines(async (options) =>
  (await import('./open-push.ts')).openPush(options),
);
