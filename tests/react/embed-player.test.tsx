// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { EmbedPlayer } from '../../src/react/embed-player.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const episode = fakeEpisode({ download_url: 'https://site.test/media/audio/abc.mp3' });
const playlist_url = 'https://api.test/show/2/episodes/playlist';

function setUp(options = {}, props = {}) {
  const player = fakePlayer({ episode, current_id: 1, duration: 200 });
  const { container } = renderWithPlayer(
    <EmbedPlayer options={options} productName="Earshot" {...props} />,
    player,
  );
  return { player, container };
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
  ])('%s takes its control away', (option, role, name) => {
    setUp({ [option]: true });
    expect(screen.queryByRole(role, { name })).toBeNull();
  });

  it('lists a playlist, marks what is current, and plays what is clicked', () => {
    const items = [1, 2].map((id) => ({
      api_url: `https://api.test/v2/episodes/${id}`,
      episode_id: id,
      title: `Episode ${id}`,
    }));
    const { player } = setUp({}, { items, playlist_url });
    const [first, second] = screen.getAllByRole('button', { name: /^Episode/ });
    expect(first?.getAttribute('aria-current')).toBe('true');
    fireEvent.click(second as HTMLElement);
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith({
      episode_id: 2,
      station_url: 'https://api.test/v2/episodes/2',
      playlist_url,
    });
  });

  it('shows the picture of the chapter where that is wanted', () => {
    const image_url = 'https://site.test/media/images/fog/320.jpg';
    const chapter = { starts_at: 0, ends_at: null, title: 'Fog', url: null, image_url };
    const player = fakePlayer({ episode, chapter });
    const options = { 'chapters-image': true };
    renderWithPlayer(<EmbedPlayer options={options} productName="Earshot" />, player);
    expect(screen.getByRole('img', { name: /Cover/ }).getAttribute('src')).toBe(image_url);
    expect(screen.getByText('Fog')).toBeTruthy();
  });
});
