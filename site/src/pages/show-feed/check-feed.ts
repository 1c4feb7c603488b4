import type { Show } from 'earshot/contract';
import { htmlText } from 'earshot/internal';

/** Complaints of podcast apps and directories. */
type Complaint =
  | 'no_cover'
  | 'no_description'
  | 'long_description'
  | 'no_category'
  | 'no_language'
  | 'no_owner'
  | 'no_author'
  | 'no_episodes'
  | 'is_blocked';

const DESCRIPTION_MAX = 4_000; // the limit of Apple Podcasts, in characters

/** Refused: directories do not list the show. Others only make it harder to find. */
const REFUSED: readonly Complaint[] = [
  'no_cover',
  'no_description',
  'no_category',
  'no_language',
  'no_episodes',
];

export function checkFeed(show: Show): { complaint: Complaint; isRefused: boolean }[] {
  const description = htmlText(show.description).trim();
  const wrong: Readonly<Record<Complaint, boolean>> = {
    no_cover: show.image_url === null,
    no_description: description === '',
    long_description: description.length > DESCRIPTION_MAX,
    no_category: show.categories.length === 0,
    no_language: show.language === '',
    no_owner: !show.owner_email,
    no_author: show.author === '',
    no_episodes: show.episode_count === 0,
    is_blocked: show.blocked === true,
  };
  const complaints = (Object.keys(wrong) as Complaint[]).filter((name) => wrong[name]);
  return complaints
    .map((complaint) => ({ complaint, isRefused: REFUSED.includes(complaint) }))
    .sort((a, b) => Number(b.isRefused) - Number(a.isRefused));
}
