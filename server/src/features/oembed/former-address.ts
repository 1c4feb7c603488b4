import { SITE_ROUTES } from 'earshot/contract';
import { parsePlayerQuery } from 'earshot/embed';
import type { FeatureDeps } from '../../feature.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import {
  findByGuids,
  findFormer,
  keyOf,
  readMoved,
  type TargetRow,
} from '../former-addresses/former-addresses.ts';
import type { Embeddable } from './oembed.ts';

type Deps = Pick<FeatureDeps, 'database' | 'config' | 'answers'>;

/** The show or episode here of an address at a former host, or of one that such a host has redirected. */
export async function findFormerAddress(deps: Deps, address: string): Promise<Embeddable | null> {
  const url = parseUrl(address);
  if (!url) return null;
  const target = await deps.answers.read(() => findTarget(deps, url));
  if (!target) return null;
  const { episode_id, show_id } = target;
  const asked = { options: parsePlayerQuery(url.search), key: undefined };
  return episode_id === null
    ? { kind: 'show_id', id: show_id, ...asked }
    : { kind: 'episode_id', id: episode_id, ...asked };
}

async function findTarget({ database, config }: Deps, url: URL): Promise<TargetRow | null> {
  const { siteUrl } = config;
  if (url.host === new URL(siteUrl).host && url.pathname === SITE_ROUTES.moved) {
    const moved = readMoved(url.searchParams);
    return moved && findByGuids(database, moved);
  }
  const key = keyOf(url.href);
  return key === null ? null : ((await findFormer(database, [key])).get(key) ?? null);
}
