// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { it as italian } from '../../src/i18n/it.ts';
import { Title } from '../../src/react/title.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

describe('Title', () => {
  it('links to the page of the episode', () => {
    renderWithPlayer(<Title />, fakePlayer({ episode: fakeEpisode() }));
    const link = screen.getByRole('link', { name: 'Letters from the lighthouse' });
    expect(link.getAttribute('href')).toBe('https://site.test/user/harbour/letters');
  });

  it('says Loading ... while there is no episode yet', () => {
    renderWithPlayer(<Title />, fakePlayer({ state: 'loading' }));
    expect(screen.getByText('Loading ...')).toBeTruthy();
  });

  it('says Unavailable for an error without a title', () => {
    renderWithPlayer(<Title />, fakePlayer({ state: 'error' }));
    expect(screen.getByText('Unavailable')).toBeTruthy();
  });

  it('keeps the title of an episode that failed', () => {
    renderWithPlayer(<Title />, fakePlayer({ state: 'error', episode: fakeEpisode() }));
    expect(screen.getByRole('link')).toBeTruthy();
  });

  it('labels a live episode LIVE, and in Italian in Italian', () => {
    const player = fakePlayer({ episode: fakeEpisode({ type: 'LIVE' }) });
    renderWithPlayer(<Title />, player).unmount();
    renderWithPlayer(<Title />, player, italian);
    expect(screen.getByText('IN DIRETTA')).toBeTruthy();
  });
});
