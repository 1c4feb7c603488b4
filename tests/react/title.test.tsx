// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../src/contract/episodes.ts';
import { player as italian } from '../../src/i18n/it.json';
import { Title } from '../../src/react/title.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

describe('Title', () => {
  it('links to the page of the episode', () => {
    renderWithPlayer(<Title />, fakePlayer({ episode: fakeEpisode() }));
    const link = screen.getByRole('link', { name: 'Letters from the lighthouse' });
    expect(link.getAttribute('href')).toBe('https://site.test/user/harbour/letters');
  });

  it('shows Loading ... until the episode has loaded', () => {
    renderWithPlayer(<Title />, fakePlayer({ state: 'loading' }));
    expect(screen.getByText('Loading ...')).toBeTruthy();
  });

  it('shows Unavailable for an error without a title', () => {
    renderWithPlayer(<Title />, fakePlayer({ state: 'error' }));
    expect(screen.getByText('Unavailable')).toBeTruthy();
  });

  it('keeps the title of an episode that failed', () => {
    renderWithPlayer(<Title />, fakePlayer({ state: 'error', episode: fakeEpisode() }));
    expect(screen.getByRole('link')).toBeTruthy();
  });

  it('labels a live episode in the language of the provider', () => {
    const player = fakePlayer({ episode: fakeEpisode({ type: 'LIVE' }) });
    renderWithPlayer(<Title />, player).unmount();
    renderWithPlayer(<Title />, player, italian);
    expect(screen.getByText('IN DIRETTA')).toBeTruthy();
  });

  it('shows a countdown during an ad, and hides it after an ad that was the last sound', () => {
    const segment: Segment = {
      type: 'audio_ad_slot',
      http_url: 'https://ads.test/ad.mp3',
      duration: 20,
      duration_reliable: false,
      starts_at: 0,
      ends_at: 20,
    };
    const ad = { episode: fakeEpisode(), segment, adTimeLeft: 12 };
    const playing = renderWithPlayer(<Title />, fakePlayer({ ...ad, state: 'playing' }));
    expect(playing.container.textContent).toContain('Commercial 0:12');
    playing.unmount();
    const ended = renderWithPlayer(<Title />, fakePlayer({ ...ad, adTimeLeft: 0, state: 'ended' }));
    expect(ended.container.textContent).not.toContain('Commercial');
  });
});
