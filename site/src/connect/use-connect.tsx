import type { SignInProvider } from 'earshot/contract';
import { type ReactNode, useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';
import type { ConnectDialog } from './connect-dialog.tsx';
import type { Purpose } from './connect-form.tsx';
import { type ConnectWindow, openConnectWindow } from './connect-window.ts';
import { addressOf, serviceName } from './services.tsx';

interface ConnectOptions {
  purpose: Purpose;
  /** Required for a new account on some hosts. */
  invite?: string | undefined;
  onDone(): void;
}

interface UnderWay {
  provider: SignInProvider;
  window: ConnectWindow;
  /** Loaded with the first window. */
  Dialog: typeof ConnectDialog;
}

interface Connecting {
  /** Opens the window of a service. False if the browser blocks windows. */
  begin(provider: SignInProvider): boolean;
  /** Shows the progress. */
  dialog: ReactNode;
}

/** Signs in at another service, in a separate window. */
export function useConnect({ onDone, ...options }: ConnectOptions): Connecting {
  const { client, config } = useSite();
  const t = useTexts('connect');
  const [underWay, setUnderWay] = useState<UnderWay | null>(null);

  function begin(provider: SignInProvider): boolean {
    const opened = openConnectWindow(addressOf(provider, config), provider);
    if (opened) void follow(provider, opened);
    return opened !== null;
  }

  /** Extensions that block social widgets may also block the dialog. */
  async function follow(provider: SignInProvider, opened: ConnectWindow): Promise<void> {
    try {
      const { ConnectDialog: Dialog } = await import('./connect-dialog.tsx');
      setUnderWay({ provider, window: opened, Dialog });
    } catch {
      opened.close();
      client?.notify(t('not_loaded', { service: serviceName(provider, config) }), {
        level: 'error',
      });
    }
  }

  function end(isDone: boolean): void {
    setUnderWay(null);
    if (isDone) onDone();
  }

  if (!underWay) return { begin, dialog: null };
  const { Dialog, ...opened } = underWay;
  const dialog = (
    <Dialog {...opened} {...options} onAgain={() => begin(opened.provider)} onEnd={end} />
  );
  return { begin, dialog };
}
