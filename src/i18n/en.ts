/** English: the catalogue that every other language must be complete against. `%name%` is filled in. */
export const en = {
  /** Of this catalogue, as BCP 47 names it. */
  language: 'en',
  play: 'Play',
  pause: 'Pause',
  play_title: 'Play %title%',
  pause_title: 'Pause %title%',
  previous: 'Previous',
  next: 'Next',
  share: 'Share',
  share_embed: 'Share / Embed',
  mute: 'Mute',
  unmute: 'Unmute',
  seek: 'Seek',
  volume: 'Volume',
  speed: 'Speed',
  resume_at: 'Resume at %time%',
  retry: 'Try again',
  player: 'Audio player',
  episodes: 'Episodes',
  loading: 'Loading ...',
  unavailable: 'Unavailable',
  now_playing: 'Playing %title%',
  paused: 'Paused',
  ended: 'Finished',
  live: 'LIVE',
  commercial: 'Commercial',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  sharing_options: 'Sharing Options',
  share_link: 'Link',
  share_more: 'More ...',
  download: 'Download',
  position: '%current% of %duration%',
  cover_of: 'Cover of %title%',
  listen_on: 'Listen on %product%',
  error_NETWORK:
    'A network error has occurred. Check your internet connection and please try again.',
  error_EPISODE_UNAVAILABLE: 'This episode is not available, please try again in a few minutes.',
  error_SHOW_UNAVAILABLE: 'This show is not available.',
  error_INVALID_REQUEST: 'The address of this player names no episode and no show.',
  error_PLAYBACK_UNSUPPORTED:
    'Since your device does not support neither Flash nor HTML5 MP3, playback has been disabled.',
} as const;

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
