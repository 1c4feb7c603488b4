import type { SignInProvider } from 'earshot/contract';
import type { ConnectResult } from 'earshot-site/contract';

const WIDTH_PX = 520;
const HEIGHT_PX = 640;
const POLL_MS = 100;
const POLL_TWITTER_MS = 500;

interface WindowEnd {
  /** The service has answered. It may come after `onClosed`: some services separate their window from this page. */
  onResult(result: ConnectResult): void;
  /** The window was closed without an answer, as far as this page can see. */
  onClosed(): void;
}

export interface ConnectWindow {
  listen(end: WindowEnd): void;
  close(): void;
}

/**
 * Opens a window of a service. Call it directly in the click handler, because browsers block every other window. Null
 * if the browser has blocked it.
 */
export function openConnectWindow(url: string, provider: SignInProvider): ConnectWindow | null {
  const name = makeName();
  const address = new URL(url);
  address.searchParams.set('mode', 'popup');
  address.searchParams.set('channel', name);
  const opened = window.open(address, '_blank', featuresFor(window));
  if (!opened) return null;
  const channel = new BroadcastChannel(name);
  let poll = 0;
  // A service that knows the user answers before there is a listener, and a channel stores nothing.
  let early: ConnectResult | null = null;
  let tell = (result: ConnectResult) => {
    early = result;
  };
  channel.onmessage = ({ data }: MessageEvent<ConnectResult>) => {
    clearInterval(poll);
    channel.postMessage('taken');
    tell(data);
  };
  return {
    listen({ onResult, onClosed }) {
      tell = onResult;
      if (early) return onResult(early);
      const check = () => {
        if (!opened.closed) return;
        clearInterval(poll);
        onClosed();
      };
      poll = window.setInterval(check, provider === 'twitter' ? POLL_TWITTER_MS : POLL_MS);
    },
    close() {
      clearInterval(poll);
      channel.close();
      opened.close();
    },
  };
}

/** A name that no other page uses. */
const makeName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

function featuresFor({ screenX, screenY, outerWidth, outerHeight }: Window): string {
  const left = Math.round(screenX + (outerWidth - WIDTH_PX) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT_PX) / 2);
  return `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`;
}
