import { ACTS, type ActName } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import {
  apiPath,
  type SERVED_PAGES,
  type SERVED_ROUTES,
  sitePath,
} from '../../platform/http/paths.ts';

type Method = 'POST' | 'PUT' | 'DELETE';

/** The routes of each act. All writes of administrators, and changes of shows and accounts by members. */
const ROUTES: Readonly<
  Record<ActName, readonly (readonly [Method, ...(keyof typeof SERVED_ROUTES)[]])[]>
> = {
  'host.setup': [],
  'host.command': [], // of the command line
  'account.role': [['PUT', 'host_account']],
  'host.settings': [['PUT', 'host_settings']],
  'invite.create': [['POST', 'host_invites']],
  'job.retry': [['POST', 'host_job_retry']],
  'page.examine': [['POST', 'host_doctor']],
  'report.resolve': [['PUT', 'host_report']],
  'notice.change': [
    ['PUT', 'named_flash_message'],
    ['POST', 'host_notice_end'],
  ],
  'notice.remove': [['DELETE', 'named_flash_message']],
  'list.create': [['POST', 'explore_lists']],
  'list.change': [
    ['PUT', 'explore_list', 'explore_list_items', 'host_list', 'host_list_item'],
    ['POST', 'host_list_items'],
    ['DELETE', 'host_list_item'],
  ],
  'list.remove': [['DELETE', 'explore_list']],
  'campaign.create': [['POST', 'host_campaigns', 'user_campaigns']],
  'campaign.change': [['PUT', 'host_campaign', 'user_campaign']],
  'campaign.remove': [['DELETE', 'host_campaign', 'user_campaign']],

  'show.create': [['POST', 'shows', 'shows_v1']],
  'show.change': [
    ['PUT', 'show', 'show_v1', 'show_cover'],
    ['DELETE', 'show_cover'],
  ],
  'show.delete': [['DELETE', 'show', 'show_v1']],
  'show.restore': [['POST', 'show_restore']],
  'show.move': [
    ['PUT', 'show_move'],
    ['DELETE', 'show_move'],
  ],
  'member.add': [['POST', 'show_members']],
  'member.remove': [['DELETE', 'show_member', 'shared_show']],
  'feed_token.create': [['POST', 'feed_tokens']],
  'feed_token.remove': [['DELETE', 'feed_token']],
  'schedule.change': [
    ['POST', 'show_schedules'],
    ['PUT', 'show_schedule'],
    ['DELETE', 'show_schedule'],
  ],
  'history.change': [
    ['PUT', 'show_history'],
    ['DELETE', 'show_history_host'],
  ],
  'radio.submit': [['PUT', 'show_radio_status', 'episode_radio']],
  'radio.withdraw': [['DELETE', 'show_radio_status', 'episode_radio']],
  'import.start': [['PUT', 'import']],

  'episode.create': [['POST', 'episodes', 'episodes_v1']],
  'episode.change': [
    ['PUT', 'episode', 'episode_v1', 'episode_cover', 'episode_chapters', 'episode_transcript'],
    ['DELETE', 'episode_cover', 'episode_chapters', 'episode_transcript'],
  ],
  'episode.publish': [['PUT', 'episode_publish']],
  'episode.withdraw': [['DELETE', 'episode_publish']],
  'episode.delete': [['DELETE', 'episode', 'episode_v1']],
  'episode.restore': [['POST', 'episode_restore']],
  'episodes.change': [['PUT', 'show_bulk']],
  'comment.remove': [['DELETE', 'message']],

  'account.change': [
    ['PUT', 'user', 'user_v1', 'user_permalink', 'user_cover'],
    ['DELETE', 'user_cover'],
  ],
  'account.delete': [['DELETE', 'user', 'user_v1']],
  'email.confirm': [['POST', 'email_verify']],
  'password.reset': [['POST', 'password_reset']],
  'second_factor.change': [],
  'second_factor.remove': [['DELETE', 'host_account_factor']],
  'passkey.create': [['POST', 'passkeys']],
  'passkey.remove': [['DELETE', 'passkey']],
  'session.end': [['DELETE', 'sessions', 'session']],
  'token.create': [['POST', 'tokens']],
  'token.remove': [['DELETE', 'token']],
  'connection.add': [['PUT', 'connection']],
  'connection.remove': [['DELETE', 'connection']],
};

/** Pages without scripts that change something themselves. All others post to the API. */
const PAGES = {
  'host.setup': 'setup',
  'email.confirm': 'login_verify',
  'password.reset': 'login_reset',
  'second_factor.change': 'second_factor',
  'connection.add': 'connect_connected',
} as const satisfies Partial<Record<ActName, keyof typeof SERVED_PAGES>>;

/** Acts of the API whose requests are not signed in either. */
const UNSIGNED: readonly ActName[] = ['email.confirm', 'password.reset'];

/** An act of a page with several steps. It counts once the step that changes something has named the user. */
export const isOfPage = (act: ActName, url: string): boolean =>
  UNSIGNED.includes(act) || Object.values(PAGES).some((name) => sitePath(name) === url);

/** The acts by method and address of their routes. */
export function actsByRoute(config: Pick<Config, 'apiUrl'>): Map<string, ActName> {
  const pages = Object.entries(PAGES).map(
    ([act, name]) => [`POST ${sitePath(name)}`, act as ActName] as const,
  );
  return new Map([
    ...pages,
    ...ACTS.flatMap((act) =>
      ROUTES[act].flatMap(([method, ...names]) =>
        names.map((name) => [`${method} ${apiPath(name, config)}`, act] as const),
      ),
    ),
  ]);
}
