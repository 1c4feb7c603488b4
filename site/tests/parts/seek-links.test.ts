// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { fakePlayer } from '../../../tests/helpers/fake-player.ts';
import { followSeekLinks } from '../../src/parts/seek-links.ts';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

function setUp(html: string) {
  document.body.innerHTML = html;
  const player = fakePlayer();
  stop = followSeekLinks(player);
  return player;
}

const LINK = '<p><a href="#x" data-seek="195"><b>03:15</b></a></p>';
const NOTES = `<div data-notes_of="7" data-station_url="https://site.test/episodes/7">${LINK}</div>`;

/** False if the click was handled. */
function click(init: MouseEventInit = {}): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  return document.querySelector('b')?.dispatchEvent(event) ?? true;
}

describe('followSeekLinks', () => {
  it('plays the episode of the notes from the second of the link', () => {
    const player = setUp(NOTES);
    expect(click()).toBe(false);
    expect(player.load).toHaveBeenCalledExactlyOnceWith(
      { episode_id: 7, station_url: 'https://site.test/episodes/7', playlist_url: null },
      { autoplay: true, currentTime: 195 },
    );
  });

  it.each([
    ['with a modifier', NOTES, { ctrlKey: true }],
    ['outside of notes', LINK, {}],
  ])('leaves a click %s to the browser', (_, html, init) => {
    const player = setUp(html);
    expect(click(init)).toBe(true);
    expect(player.load).not.toHaveBeenCalled();
  });
});
