import type { Scope, SiteConfig } from 'earshot/internal';
import type { Session } from '../session/session.ts';
import { openLine } from './push-lines.ts';

export interface ChannelOptions {
  push: SiteConfig['PUSH'];
  session: Session;
  /** Ends it. */
  scope: Scope;
  channel: string;
  /** By the names of the events. */
  on: Readonly<Record<string, (data: never) => void>>;
  onJoined?(): void;
}

/** Hears a channel for a signed-in user, if the host has push. Callers ask the API now and then as well. */
export function hearChannel({ push, session, scope, channel, on, onJoined }: ChannelOptions): void {
  if (!push.enabled || !session.user) return;
  openLine({ push, session }).then(
    (line) => {
      if (scope.disposed) return line.end();
      scope.add(line.end);
      line.hear(channel, on, onJoined);
    },
    () => {}, // the library has not arrived
  );
}
