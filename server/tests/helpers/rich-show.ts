import { podcastGuid } from '../../src/platform/podcasting/podcast-guid.ts';

/** A show with all data that an author can set by the API. */
export const RICH_SHOW = {
  title: 'Field notes',
  description: '<p>About <b><a href="https://example.org/">sound</a></b>.</p>',
  language: 'en-GB',
  author: 'Ann',
  explicit: true,
  categories: ['Leisure > Games', 'Technology', 'Hobbies'],
  keywords: ['rooms', 'echo'],
  link_url: 'https://example.org/notes',
  subtitle: 'In short',
  copyright: '© 2026 Ann',
  owner_name: 'Ann',
  owner_email: 'ann@example.org',
  itunes_type: 'serial',
  funding: [{ url: 'https://example.org/give', text: 'Support us' }],
  persons: [
    {
      name: 'Ann',
      role: 'host',
      group: 'cast',
      img: 'https://example.org/ann.jpg',
      href: 'https://example.org/ann',
    },
  ],
  locked: true,
  locked_owner: 'ann@example.org',
  medium: 'podcast',
  license: { name: 'cc-by-4.0', url: 'https://example.org/license' },
  locations: [
    { name: 'Oslo', rel: 'subject', geo: 'geo:59.9,10.7', osm: 'R406091', country: 'NO' },
  ],
  podroll: [
    {
      feed_guid: podcastGuid('https://example.org/feed'),
      feed_url: 'https://example.org/feed',
      medium: 'podcast',
    },
  ],
  txt: [{ text: 'code-1', purpose: 'verify' }],
  trailers: [
    {
      title: 'Soon',
      url: 'https://example.org/trailer.mp3',
      published_at: '2026-01-01T00:00:00Z',
      length: 1000,
      type: 'audio/mpeg',
      season: 1,
    },
  ],
  complete: true,
  blocked: true,
};

/** An episode with all data that an author can set by the API. */
export const RICH_EPISODE = {
  title: 'Rooms',
  description: '<p>Why rooms <b>sing</b>.</p>',
  season: 2,
  season_name: 'Indoors',
  episode_number: 3,
  episode_display: 'Ch.3',
  episode_type: 'bonus',
  explicit: true,
  tags: ['rooms', 'sound'],
  link_url: 'https://example.org/2-3',
  author: 'Bea',
  subtitle: 'Echoes',
  persons: [{ name: 'Bea', role: 'guest' }],
  locations: [{ name: 'Bergen', country: 'NO' }],
  license: { name: 'cc0-1.0' },
  soundbites: [{ starts_at: 1, duration: 5.5, title: 'Listen' }],
  txt: [{ text: 'free' }],
  blocked: true,
};
