// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
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

describe('EmbedPlayer', () => {
  it('shows title, show, cover and the controls', () => {
    setUp();
    expect(screen.getByRole('button', { name: 'Play Letters from the lighthouse' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Letters from the lighthouse' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Cover of The Harbour' })).toBeTruthy();
    expect(screen.getByText('The Harbour')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Listen on Earshot' })).toBeTruthy();
  });

  it.each([
    ['hide-logo', 'link', 'Listen on Earshot'],
    ['hide-download', 'link', 'Download'],
    ['hide-sharing', 'button', 'Share'],
  ])('%s hides its control', (option, role, name) => {
    setUp({ [option]: true });
    expect(screen.queryByRole(role, { name })).toBeNull();
  });

  describe('with a playlist', () => {
    const itemsTo = (last: number) =>
      Array.from({ length: last }, (_, n) => ({
        api_url: `https://api.test/v2/episodes/${n + 1}`,
        episode_id: n + 1,
        title: `Episode ${n + 1}`,
      }));
    const rows = () => screen.getAllByRole('button', { name: /^Episode/ });
    const currentRows = () => rows().filter((row) => row.getAttribute('aria-current') === 'true');

    it('lists the loaded episodes, marks the current one, and plays one on click', async () => {
      const player = setUp({}, { playlist: itemsTo(2), playlistUrl: playlist_url });
      expect(currentRows()).toEqual([rows()[0]]);
      fireEvent.click(rows()[1] as HTMLElement);
      expect(player.toggle).toHaveBeenCalledExactlyOnceWith({
        episode_id: 2,
        station_url: 'https://api.test/v2/episodes/2',
        playlist_url,
      });
      const stationUrl = 'https://api.test/v2/episodes/3';
      player.set({ playlist: itemsTo(4), stationUrl });
      await waitFor(() => expect(rows()).toHaveLength(4));
      expect(currentRows()).toEqual([rows()[2]]);
    });

    it('requests the next page near the end of the list', () => {
      const player = setUp({}, { playlist: itemsTo(50), playlistUrl: playlist_url });
      const list = screen.getByRole('list', { name: 'Episodes' });
      Object.defineProperties(list, {
        scrollHeight: { value: 1900 },
        clientHeight: { value: 300 },
      });
      list.scrollTop = 1000;
      fireEvent.scroll(list);
      expect(player.loadMore).not.toHaveBeenCalled();
      list.scrollTop = 1300;
      fireEvent.scroll(list);
      expect(player.loadMore).toHaveBeenCalledOnce();
    });

    it('shows the title of a current episode that is on no loaded page', () => {
      setUp({}, { playlist: [{ api_url: episode.api_url }], playlistUrl: playlist_url });
      expect(screen.getByRole('listitem').textContent).toBe('Letters from the lighthouse');
    });
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
});
