import type Pusher from 'pusher-js';
import type { PushOptions } from './open-push.ts';

const JOINED = 'pusher:subscription_succeeded';
const RESUME_AFTER_MS = 1_000; // by then, all parts of the page have left their channels

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

export interface PushLines {
  openLine: OpenLine;
  /**
   * Closes the connection before a logout: the server would close it, and refuse its channels. The returned function
   * opens it again if there are still lines.
   */
  pauseLines(): () => void;
}

/** Opens one connection for all lines, and keeps it while there is a line. */
export function createLines(open: (options: PushOptions) => Promise<Pusher>): PushLines {
  const hearers = new Map<string, number>(); // number of lines per channel
  let opening: Promise<Pusher> | null = null;
  let opened: Pusher | null = null;
  let lines = 0;

  function leave(pusher: Pusher, channel: string): void {
    const left = (hearers.get(channel) ?? 1) - 1;
    hearers.set(channel, left);
    // The last line closes the connection instead.
    if (left === 0 && lines > 0) pusher.unsubscribe(channel);
  }

  function createLine(pusher: Pusher): PushLine {
    opened = pusher;
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
        opened = null;
        pusher.disconnect();
      },
    };
  }

  async function openLine(options: PushOptions): Promise<PushLine> {
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
  }

  return {
    openLine,
    pauseLines() {
      const paused = opened;
      paused?.disconnect();
      const resume = () => {
        if (paused === opened) paused?.connect();
      };
      return () => void setTimeout(resume, RESUME_AFTER_MS);
    },
  };
}

/** The lines of this tab. The first one loads the library and connects. */
export const { openLine, pauseLines } = createLines(async (options) =>
  (await import('./open-push.ts')).openPush(options),
);
