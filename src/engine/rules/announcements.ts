import type { PlayerEvents, PlayerSnapshot } from '../player.ts';

export type Announcement = {
  [Name in keyof PlayerEvents]: readonly [name: Name, value: PlayerEvents[Name]];
}[keyof PlayerEvents];

/** The events for a change from one snapshot to the next, in order: `pause` comes before `ended`. */
export function announcements(
  before: PlayerSnapshot,
  after: PlayerSnapshot,
  isBlocked = false,
): Announcement[] {
  const { currentTime, duration, episode, state, playbackRate, volume, muted, error } = after;
  const changed = (name: keyof PlayerSnapshot) => !Object.is(before[name], after[name]);
  const list: Announcement[] = [];
  if (episode && changed('episode')) list.push(['episodechange', { episode }]);
  if (changed('duration')) list.push(['durationchange', { duration }]);
  if (after.playing && !before.playing) list.push(['play', undefined]);
  if (!after.playing && before.playing) {
    if (isBlocked) list.push(['blocked', undefined]);
    list.push(['pause', undefined]);
  }
  if (changed('state')) {
    list.push(['statechange', { state }]);
    if (state === 'playing') list.push(['playing', undefined]);
    if (state === 'waiting') list.push(['waiting', undefined]);
    if (state === 'ended') list.push(['ended', undefined]);
  }
  if (error && (changed('error') || changed('state'))) list.push(['error', { reason: error }]);
  if (changed('segment')) list.push(['segmentchange', { segment: after.segment }]);
  if (changed('chapter')) list.push(['chapterchange', { chapter: after.chapter }]);
  if (changed('currentTime')) list.push(['timeupdate', { currentTime, duration }]);
  if (changed('volume') || changed('muted')) list.push(['volumechange', { volume, muted }]);
  if (changed('playbackRate')) list.push(['ratechange', { playbackRate }]);
  return list;
}

export function isSameSnapshot(a: PlayerSnapshot, b: PlayerSnapshot): boolean {
  for (const key in a) {
    if (key === 'measuredAt') continue; // the same position, read again
    if (!Object.is(a[key as keyof PlayerSnapshot], b[key as keyof PlayerSnapshot])) return false;
  }
  return true;
}
