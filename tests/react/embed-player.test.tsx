// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { imageUrl } from '../../src/contract/images.ts';
import { EmbedPlayer } from '../../src/react/embed-player.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const episode = fakeEpisode({ download_url: 'https://site.test/media/audio/abc.mp3' });
const playlist_url = 'https://api.test/show/2/episodes/playlist';

function setUp(options = {}, snapshot = {}) {
  const { api_url: stationUrl } = episode;
  const player = fakePlayer({ episode, currentId: 1, stationUrl, duration: 200, ...snapshot });
  renderWithPlayer(<EmbedPlayer options={options} productName="Earshot" />, player);
  return player;
}

const itemsTo = (last: number) =>
  Array.from({ length: last }, (_, n) => ({
    api_url: `https://api.test/v2/episodes/${n + 1}`,
    episode_id: n + 1,
    title: `Episode ${n + 1}`,
    site_url: `https://site.test/${n + 1}`,
  }));

describe('EmbedPlayer', () => {
  it('shows title, show, cover and the controls', () => {
    setUp();
    expect(screen.getByRole('button', { name: 'Play Letters from the lighthouse' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Letters from the lighthouse' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Cover of The Harbour' })).toBeTruthy();
    expect(screen.getByText('The Harbour')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Listen on Earshot' })).toBeTruthy();
  });

  it('shows the cover of the page for an episode without one', () => {
    const bare = fakeEpisode({ image_url: null });
    const player = fakePlayer({ episode: bare, currentId: 1 });
    const embed = <EmbedPlayer options={{}} productName="Earshot" />;
    renderWithPlayer(embed, player, undefined, () => 'https://site.test/covers/1/TH/320.svg');
    const cover = screen.getByRole('img', { name: 'Cover of The Harbour' });
    expect(cover.getAttribute('src')).toBe('https://site.test/covers/1/TH/320.svg');
  });

  it.each([
    ['hide-logo', 'link', 'Listen on Earshot'],
    ['hide-download', 'link', 'Download'],
    ['hide-sharing', 'button', 'Share'],
  ])('%s hides its control', (option, role, name) => {
    setUp({ [option]: true });
    expect(screen.queryByRole(role, { name })).toBeNull();
  });

  it('lists at most ten episodes as links until the panel has loaded, which play on click', () => {
    const player = setUp({}, { playlist: itemsTo(12), playlistUrl: playlist_url });
    const rows = screen.getAllByRole('link', { name: /^Episode/ });
    expect(rows).toHaveLength(10);
    fireEvent.click(rows[1] as HTMLElement);
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith({
      episode_id: 2,
      station_url: 'https://api.test/v2/episodes/2',
      playlist_url,
    });
  });

  it('opens the panel over the player, and returns the focus when it closes', async () => {
    setUp({}, { playlist: itemsTo(2), playlistUrl: playlist_url });
    const button = screen.getByRole('button', { name: 'Episodes' });
    fireEvent.click(button);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Episodes' })),
    );
    fireEvent.keyDown(document, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('keeps a tab that is chosen before the panel has loaded, and the focus on it', async () => {
    setUp({}, { playlist: itemsTo(2), playlistUrl: playlist_url });
    fireEvent.click(screen.getByRole('button', { name: 'Episodes' }));
    const early = screen.getByRole('tab', { name: 'Notes' });
    early.focus();
    fireEvent.click(early);
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('tab', { name: 'Notes', selected: true }),
      ),
    );
    expect(screen.getByRole('tabpanel', { name: 'Notes' })).toBeTruthy();
  });

  it('has no panel if there is nothing to show in it', () => {
    setUp({}, { episode: fakeEpisode({ description: '', chapters: [] }) });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Notes' })).toBeNull();
  });

  it('shows the picture of the chapter if the option is set', () => {
    const image_url = 'https://site.test/media/images/fog/320.jpg';
    const chapter = { starts_at: 0, ends_at: null, title: 'Fog', url: null, image_url };
    const player = fakePlayer({ episode, chapter });
    const options = { 'chapters-image': true };
    renderWithPlayer(<EmbedPlayer options={options} productName="Earshot" />, player);
    expect(screen.getByRole('img', { name: /Cover/ }).getAttribute('src')).toBe(image_url);
    expect(screen.getByText('Fog')).toBeTruthy();
  });

  it('shows the cover if the picture of the chapter cannot be loaded', () => {
    const image_url = 'https://site.test/gone.jpg';
    const chapter = { starts_at: 0, ends_at: null, title: 'Fog', url: null, image_url };
    setUp({ 'chapters-image': true }, { chapter });
    const picture = screen.getByRole('img', { name: /Cover/ });
    const source = () => picture.getAttribute('src');
    expect(source()).toBe(image_url);
    fireEvent.error(picture);
    expect(source()).toBe(imageUrl(episode.image_url ?? '', 320));
    fireEvent.error(picture);
    expect(source()).toBe(imageUrl(episode.image_url ?? '', 320));
  });
});
