import { type Envelope, SITE_ROUTES } from 'earshot/contract';
import type { PageLoad } from 'earshot-site/contract';

interface PageQuery {
  /** Path and query of the page. */
  address: string;
  /** Identifies the build of the page's scripts. */
  version: string;
  culture: string;
  signal: AbortSignal;
}

/** @throws Error if there is no answer, or an error instead. */
export async function fetchPage({
  address,
  version,
  culture,
  signal,
}: PageQuery): Promise<PageLoad> {
  const query = new URLSearchParams({ url: address, v: version, c: culture });
  const response = await fetch(`${SITE_ROUTES.ajax}?${query}`, {
    signal,
    headers: { Accept: 'application/json' },
  });
  const envelope = (await response.json()) as Envelope<PageLoad>;
  if ('error' in envelope) throw new Error(envelope.error.messages.join(', '));
  return envelope.response;
}
