import type { Scope } from 'earshot';
import type { SiteConfig } from 'earshot-site/contract';
import type { Session } from '../session/session.ts';
import { type OpenLine, openLine, type PushLine } from './push-lines.ts';

const POLL_MS = 60_000;

/** The events of a channel for a part of a page. */
export interface Hearing {
  channel: string;
  /** By the names of the events. */
  on: Readonly<Record<string, (data: never) => void>>;
  /**
   * Events may have been missed: the channel was joined, or a minute has passed without it while the page is visible.
   * `isFirst` is true for the first joining: the page was loaded with everything before it.
   */
  onMissed?(isFirst: boolean): void;
}

interface ChannelOptions extends Hearing {
  push: SiteConfig['PUSH'];
  session: Session;
  /** Ends it. */
  scope: Scope;
  open?: OpenLine;
}

/** Receives the events of a channel for a signed-in user, if the host has push. */
export function hearChannel({
  push,
  session,
  scope,
  channel,
  on,
  onMissed = () => {},
  open = openLine,
}: ChannelOptions): void {
  if (!push.enabled || !session.user) return;
  let line: PushLine | null = null;
  let isFirst = true;
  scope.interval(() => {
    if (!line?.hears(channel) && document.visibilityState === 'visible') onMissed(false);
  }, POLL_MS);
  open({ push, session }).then(
    (opened) => {
      if (scope.disposed) return opened.end();
      line = opened;
      scope.add(opened.end);
      opened.hear(channel, on, () => {
        onMissed(isFirst);
        isFirst = false;
      });
    },
    () => {}, // the library has not arrived
  );
}
