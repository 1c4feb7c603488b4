import { type Check, error, warning } from './episode-facts.ts';

// The limit of Apple Podcasts.
const TITLE_CHARACTERS_MAX = 255;
const NOTES_BYTES_MAX = 10_000;

const LATE_MS = 60_000; // a due episode is published within seconds

export const noTitle: Check = ({ title }) =>
  title.trim() === '' ? error('title-missing', { field: 'title' }) : null;

export const longTitle: Check = ({ title }) =>
  title.length > TITLE_CHARACTERS_MAX
    ? warning('title-too-long', {
        field: 'title',
        values: { n: title.length, max: TITLE_CHARACTERS_MAX },
      })
    : null;

export const noDescription: Check = ({ description }) =>
  description.replace(/<[^<>]*>|&nbsp;/g, '').trim() === ''
    ? warning('description-missing', { field: 'description' })
    : null;

export const longDescription: Check = ({ description }) => {
  const bytes = Buffer.byteLength(description);
  if (bytes <= NOTES_BYTES_MAX) return null;
  const values = { n: bytes, max: NOTES_BYTES_MAX };
  return warning('description-too-long', { field: 'description', values });
};

export const sameGuid: Check = ({ twins }) => {
  if (twins.length === 0) return null;
  return error('guid-duplicate', { field: 'guid', values: { numbers: twins.join(', ') } });
};

export const privateWithoutKey: Check = ({ state, access_key }) =>
  state === 'private' && !access_key ? error('key-missing', { field: 'visibility' }) : null;

export const liveWithoutAddress: Check = ({ type, live_url }) =>
  type === 'LIVE' && !live_url ? error('live-url-missing', { field: 'live_url' }) : null;

export const lateSchedule: Check = ({ state, published_at, now }) =>
  state === 'scheduled' && published_at && now.getTime() - published_at.getTime() > LATE_MS
    ? error('schedule-past', { field: 'published_at' })
    : null;
