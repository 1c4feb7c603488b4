import type { ApiPayload } from 'earshot';
import type { Show } from 'earshot/contract';
import { type Entry, filledEntries } from '../../forms/list-field.tsx';

const LISTS = ['persons', 'funding', 'locations', 'podroll', 'txt'] as const;

const entriesOf = (list: readonly object[] = []) => list as readonly Entry[];

/** The fields of the form, in the form of their controls. */
export function toFeedValues(show: Show) {
  return {
    persons: entriesOf(show.persons),
    funding: entriesOf(show.funding),
    locations: entriesOf(show.locations),
    podroll: entriesOf(show.podroll),
    txt: entriesOf(show.txt),
    license_name: show.license?.name ?? '',
    license_url: show.license?.url ?? '',
    medium: show.medium ?? '',
    locked_owner: show.locked_owner ?? '',
  };
}

type FeedValues = ReturnType<typeof toFeedValues>;

/** The changes. Lists are sent as JSON, without empty entries. */
export function toFeedChange(before: FeedValues, after: FeedValues): ApiPayload {
  const change: Record<string, string> = {};
  for (const name of LISTS) {
    const list = JSON.stringify(filledEntries(after[name]));
    if (list !== JSON.stringify(before[name])) change[name] = list;
  }
  for (const name of ['medium', 'locked_owner'] as const) {
    if (after[name] !== before[name]) change[name] = after[name];
  }
  const { license_name: name, license_url: url } = after;
  if (name !== before.license_name || url !== before.license_url) {
    change.license = name === '' && url === '' ? '' : JSON.stringify({ name, url: url || null });
  }
  return change;
}
