import type { SignInProvider } from 'earshot/internal';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSite } from '../site-context.tsx';
import { type ConnectWindow, openConnectWindow } from './connect-window.ts';

const ConnectDialog = lazy(async () => ({
  default: (await import('./connect-dialog.tsx')).ConnectDialog,
}));

export type Purpose = 'login' | 'link';

export interface ConnectOptions {
  purpose: Purpose;
  onDone(): void;
}

interface UnderWay {
  provider: SignInProvider;
  window: ConnectWindow;
}

export interface Connecting {
  /** Opens the window of a service. False if the browser blocks windows. */
  begin(provider: SignInProvider): boolean;
  /** Shows how it goes on. */
  dialog: ReactNode;
}

/** Signs in at another service, in a window of its own. */
export function useConnect({ purpose, onDone }: ConnectOptions): Connecting {
  const { config } = useSite();
  const [underWay, setUnderWay] = useState<UnderWay | null>(null);

  function begin(provider: SignInProvider): boolean {
    const opened = openConnectWindow(config.CONNECT[provider].url, provider);
    if (opened) setUnderWay({ provider, window: opened });
    return opened !== null;
  }

  function end(isDone: boolean): void {
    underWay?.window.close();
    setUnderWay(null);
    if (isDone) onDone();
  }

  const dialog = underWay && (
    <Suspense>
      <ConnectDialog
        {...underWay}
        purpose={purpose}
        onAgain={() => {
          underWay.window.close();
          begin(underWay.provider);
        }}
        onEnd={end}
      />
    </Suspense>
  );
  return { begin, dialog };
}
