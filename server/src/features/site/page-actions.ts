import type { Envelope } from 'earshot/contract';
import type { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import type { SERVED_ROUTES } from '../../platform/http/paths.ts';

/** The API request of a button. */
export interface PageAction {
  method: 'POST' | 'PUT' | 'DELETE';
  api: keyof typeof SERVED_ROUTES;
  /** The field with the list of ticked boxes: every field `{name}_{id}` that was sent. */
  ticked?: { name: string; field: string };
  /** Fields that are also sent empty, because their texts can be removed. */
  mayBeEmpty?: readonly string[];
  /** The page shows the API's answer, as the form's value `_answer`. */
  showsAnswer?: true;
}

const BULK: PageAction = {
  method: 'PUT',
  api: 'show_bulk',
  ticked: { name: 'episode', field: 'episode_ids' },
  showsAnswer: true,
};

/** The actions of each page by the value of the form's field `do`. The other fields fill the path, then the body. */
export const PAGE_ACTIONS: Partial<
  Readonly<Record<keyof typeof ALL_PAGE_ROUTES, Readonly<Record<string, PageAction>>>>
> = {
  'episode-messages': {
    answer: { method: 'POST', api: 'messages' },
    remove: { method: 'DELETE', api: 'message' },
  },
  'show-episodes': { bulk: BULK },
  'show-members': {
    add: { method: 'POST', api: 'show_members' },
    remove: { method: 'DELETE', api: 'show_member' },
  },
  'private-feeds': {
    add: { method: 'POST', api: 'feed_tokens', showsAnswer: true },
    end: { method: 'DELETE', api: 'feed_token' },
  },
  'show-numbers': { remove_history: { method: 'DELETE', api: 'show_history_host' } },
  'show-schedule': {
    add: { method: 'POST', api: 'show_schedules' },
    change: { method: 'PUT', api: 'show_schedule' },
    remove: { method: 'DELETE', api: 'show_schedule' },
  },
  deletions: {
    show: { method: 'POST', api: 'show_restore' },
    episode: { method: 'POST', api: 'episode_restore' },
  },
  dashboard: { leave: { method: 'DELETE', api: 'shared_show' } },
  admin: {
    promote: { method: 'PUT', api: 'host_account' },
    remove_factor: { method: 'DELETE', api: 'host_account_factor' },
    retry: { method: 'POST', api: 'host_job_retry' },
    notice: { method: 'PUT', api: 'named_flash_message' },
    end_notice: { method: 'POST', api: 'host_notice_end' },
    remove_notice: { method: 'DELETE', api: 'named_flash_message' },
  },
  'admin-lists': {
    add: { method: 'POST', api: 'explore_lists' },
    move: { method: 'PUT', api: 'host_list' },
  },
  'admin-list': {
    edit: { method: 'PUT', api: 'explore_list', mayBeEmpty: ['description'] },
    remove: { method: 'DELETE', api: 'explore_list' },
    add_item: { method: 'POST', api: 'host_list_items' },
    move_item: { method: 'PUT', api: 'host_list_item' },
    remove_item: { method: 'DELETE', api: 'host_list_item' },
  },
  'admin-doctor': { examine: { method: 'POST', api: 'host_doctor', showsAnswer: true } },
  'admin-reports': {
    resolve: { method: 'PUT', api: 'host_report' },
    delete_message: { method: 'DELETE', api: 'message' },
    delete_episode: { method: 'DELETE', api: 'episode_v1' },
    delete_show: { method: 'DELETE', api: 'show_v1' },
  },
  'admin-settings': {
    save: {
      method: 'PUT',
      api: 'host_settings',
      mayBeEmpty: ['description', 'page', 'terms', 'privacy'],
    },
    invite: { method: 'POST', api: 'host_invites', showsAnswer: true },
  },
  report: {
    episode: { method: 'POST', api: 'report_episode', showsAnswer: true },
    show: { method: 'POST', api: 'report_show', showsAnswer: true },
    user: { method: 'POST', api: 'report_user', showsAnswer: true },
    message: { method: 'POST', api: 'report_message', showsAnswer: true },
  },
  campaigns: {
    pause: { method: 'PUT', api: 'user_campaign' },
    end: { method: 'DELETE', api: 'user_campaign' },
  },
  'admin-campaigns': {
    pause: { method: 'PUT', api: 'host_campaign' },
    end: { method: 'DELETE', api: 'host_campaign' },
  },
  calendar: { move: { method: 'PUT', api: 'episode_publish' } },
  'show-feed': {
    move: { method: 'PUT', api: 'show_move' },
    move_back: { method: 'DELETE', api: 'show_move' },
    radio_submit: { method: 'PUT', api: 'show_radio_status' },
    radio_withdraw: { method: 'DELETE', api: 'show_radio_status' },
  },
};

export interface ActionRequest {
  /** The path in the router's notation. */
  path: string;
  fields: Readonly<Record<string, string>>;
  mayBeEmpty?: readonly string[] | undefined;
}

/**
 * The address and the body of the call, without fields that are empty or begin with `_`. Null if the path lacks a
 * field.
 */
export function fillAction({
  path,
  fields,
  mayBeEmpty = [],
}: ActionRequest): { url: string; body: string } | null {
  const used = new Set(['do']);
  let isWhole = true;
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    used.add(name);
    const value = fields[name] ?? '';
    isWhole &&= !/^\.{0,2}$/.test(value); // dots would lead to another address
    return encodeURIComponent(value);
  });
  if (!isWhole) return null;
  const rest = Object.entries(fields).filter(
    ([name, value]) =>
      !used.has(name) && !name.startsWith('_') && (value !== '' || mayBeEmpty.includes(name)),
  );
  return {
    url,
    body: String(new URLSearchParams(rest.map(([name, value]) => [name, inUtc(value)]))),
  };
}

/** Without JavaScript, a field holds a day and an hour without a zone. Its page says that it is in UTC. */
const inUtc = (value: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00Z` : value;

/** Replaces ticked boxes by a list in one field. */
export function gatherTicks(
  fields: Readonly<Record<string, string>>,
  { ticked }: Pick<PageAction, 'ticked'>,
): Record<string, string> {
  if (!ticked) return { ...fields };
  const begin = `${ticked.name}_`;
  const isBox = (name: string) => name.startsWith(begin);
  const ids = Object.keys(fields).filter(isBox);
  const rest = Object.entries(fields).filter(([name]) => !isBox(name));
  const list = `[${ids.map((name) => Number(name.slice(begin.length)) || 0)}]`;
  return { ...Object.fromEntries(rest), [ticked.field]: list };
}

/** The messages of a refused call. Null if it succeeded. */
export function refusalOf(body: string): string[] | null {
  const envelope = JSON.parse(body) as Envelope<unknown>;
  return 'error' in envelope ? envelope.error.messages : null;
}
