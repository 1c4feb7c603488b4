import { describe, expect, it } from 'vitest';
import { generatedCoverPath } from '../../src/contract/covers.ts';
import { facadeSource } from '../../src/embed/facade-source.ts';
import { episodeItem } from '../../src/embed/source-item.ts';
import { fakeEpisode } from '../helpers/fake-player.ts';

const item = {
  ...episodeItem(fakeEpisode()),
  url: 'https://pod.test/user/ada/first-light',
  show_id: 7,
  show_title: 'Difficult Words',
};

describe('facadeSource', () => {
  it('has the picture of the episode', () => {
    const image_url = 'https://pod.test/media/images/abc/320.webp';
    expect(facadeSource({ ...item, image_url }, 'https://pod.test').image).toBe(image_url);
  });

  it('has the drawn cover of a show without a picture, as the player that follows', () => {
    const path = generatedCoverPath({ show_id: 7, title: 'Difficult Words' });
    const { image } = facadeSource({ ...item, image_url: null }, 'https://pod.test');
    expect(image).toBe(`https://pod.test${path}`);
  });

  it('has no drawn cover if the title of the show is not known', () => {
    const unknown = { ...item, image_url: null, show_title: '' };
    expect(facadeSource(unknown, 'https://pod.test').image).toBeNull();
  });

  it('has no drawn cover if the players have a host of their own', () => {
    const { image } = facadeSource({ ...item, image_url: null }, 'https://widgets.test');
    expect(image).toBeNull();
  });
});
