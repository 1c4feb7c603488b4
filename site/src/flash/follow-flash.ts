import { type ApiClient, ApiError } from 'earshot';
import type { FlashMessage } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import {
  FLASH_COOKIE,
  FLASH_COOKIE_LIFETIME_S,
  FLASH_REFRESH_MS,
  isCookieDomain,
  type SiteConfig,
} from 'earshot-site/contract';
import type { Session } from '../session/session.ts';
import { drawFlash } from './draw-flash.ts';

export interface FlashDeps {
  session: Session;
  api: Pick<ApiClient, 'get' | 'delete'>;
  config: Pick<SiteConfig, 'DOMAIN'>;
  culture(): string;
}

const find = () => document.querySelector<HTMLElement>('.site-flash');

/**
 * Activates the host's message: it closes in place, and the page checks again every five minutes. Returns the
 * function that stops it.
 */
export function followFlash({ session, api, config, culture }: FlashDeps): () => void {
  const scope = createScope();
  /** An answer of the server may be older than the reader's click. */
  const dismissed = new Set<string>();

  async function dismiss(name: string): Promise<void> {
    const { user } = session;
    if (!user) return keepDismissal(name, config.DOMAIN);
    await api.delete('user_flash_message', { user_id: user.user_id, name });
  }

  /** A failure is not reported, because the user did not request this: the next check follows. */
  const quietly = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };

  async function refresh(): Promise<void> {
    const { flash_message } = await api.get<{ flash_message: FlashMessage | null }>(
      'flash_message',
    );
    const shown = find();
    const isShown =
      shown?.dataset.name === flash_message?.name &&
      shown?.querySelector('p')?.textContent === flash_message?.message;
    if (isShown) return;
    const drawn = flash_message && (await drawFlash(flash_message, culture()));
    find()?.remove();
    if (drawn && !dismissed.has(String(drawn.dataset.name)))
      document.getElementById('header')?.before(drawn);
  }

  scope.listen(document, 'submit', (event) => {
    const banner = (event.target as Element).closest<HTMLElement>('.site-flash');
    if (!banner) return;
    event.preventDefault();
    const name = String(banner.dataset.name);
    dismissed.add(name);
    banner.remove();
    void quietly(() => dismiss(name));
  });
  if (!find()) void quietly(refresh);
  scope.interval(() => void quietly(refresh), FLASH_REFRESH_MS);
  return scope.dispose;
}

/**
 * Adds a name to the cookie of this visitor, which all hosts of the product read. Browsers keep it for at most 400
 * days.
 */
function keepDismissal(name: string, domain: string): void {
  const [, value = ''] =
    new RegExp(`(?:^|;\\s*)${FLASH_COOKIE}=([^;]*)`).exec(document.cookie) ?? [];
  const names = decodeURIComponent(value)
    .split(',')
    .filter((known) => known && known !== name);
  const cookie = [
    `${FLASH_COOKIE}=${encodeURIComponent([...names, name].slice(-NAMES_MAX).join(','))}`,
    'path=/',
    `max-age=${FLASH_COOKIE_LIFETIME_S}`,
    'samesite=lax',
    ...(isCookieDomain(domain) ? [`domain=${domain}`] : []),
    ...(location.protocol === 'https:' ? ['secure'] : []),
  ];
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has the Cookie Store API only since 2025.
  document.cookie = cookie.join('; ');
}

const NAMES_MAX = 50; // a browser keeps 4 kB
