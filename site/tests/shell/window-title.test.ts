import type { Episode, PlayerSnapshot } from 'earshot';
import { describe, expect, it } from 'vitest';
import { markTitle } from '../../src/shell/window-title.ts';

const shown = (fields: Partial<PlayerSnapshot>) =>
  ({ playing: false, unreadCount: 0, episode: null, ...fields }) as PlayerSnapshot;
const episode = { title: 'Bells' } as Episode;

describe('markTitle', () => {
  it('is that of the page while nothing plays', () => {
    expect(markTitle('Home', shown({ episode }))).toBe('Home');
  });

  it('names the episode while it plays, with its unread messages', () => {
    expect(markTitle('Home', shown({ episode, playing: true, unreadCount: 2 }))).toBe(
      '▶ (2) Bells',
    );
  });

  it('counts the unread messages of an author, those about the episode among them', () => {
    expect(markTitle('Home', shown({ unreadCount: 2 }), 5)).toBe('(5) Home');
    expect(markTitle('Home', shown({}), 0)).toBe('Home');
  });
});
