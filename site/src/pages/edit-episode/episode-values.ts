import type { ApiPayload } from 'earshot';
import type { Episode } from 'earshot/contract';
import { typedNotes } from 'earshot-site/contract';
import { type Entry, filledEntries } from '../../forms/list-field.tsx';

const number = (value: number | null) => (value === null ? '' : String(value));

/** The fields of the form, in the form of their controls. */
export function toValues(episode: Episode) {
  return {
    title: episode.title,
    description: typedNotes(episode.description),
    season: number(episode.season),
    episode_number: number(episode.episode_number),
    episode_type: episode.episode_type,
    explicit: episode.explicit,
    tags: episode.tags.join(', '),
    permalink: episode.permalink,
    link_url: episode.link_url ?? '',
    allow_messages: episode.allow_messages,
    show_listeners: episode.show_listeners,
    locations: (episode.locations ?? []) as unknown as readonly Entry[],
    blocked: episode.blocked ?? false,
    visibility: episode.visibility ?? 'public',
  };
}

export type EpisodeValues = ReturnType<typeof toValues>;

/** The payload for the API. Lists are sent as JSON, without empty entries. */
export function toEpisodeChange({
  locations,
  ...change
}: Partial<Omit<EpisodeValues, 'visibility'>>): Record<string, ApiPayload[string]> {
  if (!locations) return change;
  return { ...change, locations: JSON.stringify(filledEntries(locations)) };
}
