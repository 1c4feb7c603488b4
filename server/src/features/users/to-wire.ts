import { buildPath, SITE_ROUTES, type User } from 'earshot/contract';
import type { Config } from '../../config.ts';
import type { UserRow } from './repository.ts';

export function toUser(row: UserRow, { siteUrl }: Pick<Config, 'siteUrl'>): User {
  const { user_id, permalink, name } = row;
  const site_url = siteUrl + buildPath(SITE_ROUTES, 'user', { permalink });
  return { user_id, permalink, name, site_url };
}
