import { buildPath, type OwnUser, SITE_ROUTES, type User } from 'earshot/contract';
import type { Config } from '../../config.ts';
import { imageAddresses } from '../media/media.ts';
import type { OwnRow, UserRow } from './repository.ts';

type Addresses = Pick<Config, 'siteUrl' | 'mediaUrl'>;

export function toUser(row: UserRow, { siteUrl, mediaUrl }: Addresses): User {
  const { user_id, permalink, name, description } = row;
  return {
    user_id,
    permalink,
    name,
    description,
    site_url: siteUrl + buildPath(SITE_ROUTES, 'user', { permalink }),
    ...imageAddresses(row, mediaUrl),
  };
}

export function toOwnUser(row: OwnRow, at: Addresses): OwnUser {
  return {
    ...toUser(row, at),
    email: row.email,
    email_verified: row.email_verified_at !== null,
    email_pending: row.email_pending,
    has_password: row.has_password,
    is_admin: row.is_admin,
    weekly_mail: row.weekly_mail,
    gender: row.gender,
    birthday: row.birthday,
    fb_user_id: row.fb_user_id,
    fb_auth_token_expires_at: row.fb_auth_token_expires_at?.toISOString() ?? null,
    fb_permissions: row.fb_permissions,
    tw_user_id: row.tw_user_id,
    go_user_id: row.go_user_id,
    ap_user_id: row.ap_user_id,
    yt_user_id: row.yt_user_id,
    tb_blog_name: row.tb_blog_name,
  };
}
