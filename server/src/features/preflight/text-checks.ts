import { type Check, error, warning } from './facts.ts';

// The limit of Apple Podcasts.
const TITLE_CHARACTERS_MAX = 255;
const NOTES_BYTES_MAX = 10_000;

const LATE_MS = 60_000; // a due episode is published within seconds

export const noTitle: Check = ({ title }) =>
  title.trim() === ''
    ? error('title-missing', { text: 'The episode has no title. Give it one.', field: 'title' })
    : null;

export const longTitle: Check = ({ title }) =>
  title.length > TITLE_CHARACTERS_MAX
    ? warning('title-too-long', {
        text: `The title has ${title.length} characters, and apps cut it after ${TITLE_CHARACTERS_MAX}. Shorten it.`,
        field: 'title',
      })
    : null;

export const noDescription: Check = ({ description }) =>
  description.replace(/<[^<>]*>|&nbsp;/g, '').trim() === ''
    ? warning('description-missing', {
        text: 'The episode has no description. Say in a few sentences what it is about.',
        field: 'description',
      })
    : null;

export const longDescription: Check = ({ description }) => {
  const bytes = Buffer.byteLength(description);
  if (bytes <= NOTES_BYTES_MAX) return null;
  const text = `The description has ${bytes} bytes with its markup, and Apple Podcasts takes ${NOTES_BYTES_MAX}. Shorten it.`;
  return warning('description-too-long', { text, field: 'description' });
};

export const sameGuid: Check = ({ twins }) => {
  if (twins.length === 0) return null;
  const text = `Apps take this episode and number ${twins.join(', ')} of its show for one, because both have the same guid. Delete one of them.`;
  return error('guid-duplicate', { text, field: 'guid' });
};

export const privateWithoutKey: Check = ({ state, access_key }) =>
  state === 'private' && !access_key
    ? error('key-missing', {
        text: 'The episode is private and has no key, so it cannot be opened. Publish it as private again.',
        field: 'visibility',
      })
    : null;

export const liveWithoutAddress: Check = ({ type, live_url }) =>
  type === 'LIVE' && !live_url
    ? error('live-url-missing', {
        text: 'The live episode has no stream. Give the address of its HLS stream.',
        field: 'live_url',
      })
    : null;

export const lateSchedule: Check = ({ state, published_at, now }) =>
  state === 'scheduled' && published_at && now.getTime() - published_at.getTime() > LATE_MS
    ? error('schedule-past', {
        text: 'The time at which the episode was to be published is past. Give it another time, or publish it now.',
        field: 'published_at',
      })
    : null;
