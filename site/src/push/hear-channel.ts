import type { Scope, SiteConfig } from 'earshot/internal';
import type { Session } from '../session/session.ts';
import { type OpenLine, openLine, type PushLine } from './push-lines.ts';

const POLL_MS = 60_000;

/** What a part of a page hears of a channel. */
export interface Hearing {
  channel: string;
  /** By the names of the events. */
  on: Readonly<Record<string, (data: never) => void>>;
  /**
   * Events may have been missed: the channel has been joined, or a minute has passed without it while somebody looks at the
   * page. `isFirst` is true at the first joining of the channel: the page was loaded with everything before it.
   */
  onMissed?(isFirst: boolean): void;
}

export interface ChannelOptions extends Hearing {
  push: SiteConfig['PUSH'];
  session: Session;
  /** Ends it. */
  scope: Scope;
  open?: OpenLine;
}

/** Hears a channel for a signed-in user, if the host has push. */
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
