// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import type { Episode } from 'earshot';
import type { EmbedOptions } from 'earshot/embed';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShareButton, type ShareButtonProps } from '../../src/react/share-button.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const url = 'https://site.test/user/harbour/letters';

function open(
  props: ShareButtonProps = {},
  navigatorParts: object = {},
  episode: Partial<Episode> = {},
): void {
  vi.stubGlobal('navigator', navigatorParts);
  renderWithPlayer(<ShareButton {...props} />, fakePlayer({ episode: fakeEpisode(episode) }));
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('ShareButton', () => {
  it("opens the sharing options with the link of the episode's page", async () => {
    open();
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Sharing Options' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(url);
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('opens again after it was closed', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  describe('in a frame', () => {
    const openPlayerTab = async (options: EmbedOptions, episode: Partial<Episode> = {}) => {
      vi.spyOn(console, 'error').mockReturnValue(); // happy-dom loads no frames, and logs an error
      open({ player: { options, productName: 'Earshot' } }, {}, episode);
      fireEvent.click(await screen.findByRole('tab', { name: 'Player' }));
      fireEvent.click(screen.getByLabelText('iframe'));
      return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code to paste' }).value;
    };

    it('starts with the code of this player', async () => {
      const options = { resource: 'episode_id=1', theme: 'dark', color: 'ff5500' } as const;
      vi.stubGlobal('innerHeight', 120);
      const code = await openPlayerTab(options);
      expect(code).toContain('/player?episode_id=1&amp;theme=dark&amp;playlist=false&amp;color=ff');
      expect(code).toContain('height="120px"');
    });

    it('keeps a cover from another site, and removes it on request', async () => {
      const cover = 'https://elsewhere.test/a.jpg';
      expect(await openPlayerTab({ resource: 'episode_id=1', cover })).toContain('elsewhere.test');
      const group = screen.getByRole('group', { name: 'Cover' });
      fireEvent.click(within(group).getByLabelText('Disabled'));
      const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code to paste' });
      expect(code.value).not.toContain('cover');
    });

    it('previews the player without playing it', async () => {
      const code = await openPlayerTab({ resource: 'episode_id=1', autoplay: true });
      expect(code).toContain('autoplay=true');
      expect(screen.getByTitle<HTMLIFrameElement>('Preview').src).not.toContain('autoplay');
    });

    it('keeps embedding the show if the frame plays a show', async () => {
      const code = await openPlayerTab({ resource: 'show_id=2' });
      expect(code).toContain('/player?show_id=2&amp;playlist=show"');
      fireEvent.click(screen.getByLabelText('Script'));
      const script = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code to paste' });
      expect(script.value).toContain('href="https://site.test/show/harbour"');
      expect(script.value).toContain('Listen to "The Harbour" on Earshot.');
    });

    it('follows the player to another episode', async () => {
      expect(await openPlayerTab({ resource: 'episode_id=1' }, { episode_id: 7 })).toContain(
        'episode_id=7&amp;',
      );
    });
  });

  it("offers the system's share sheet if there is one", async () => {
    const share = vi.fn(async () => {});
    open({}, { share });
    fireEvent.click(await screen.findByRole('button', { name: 'More ...' }));
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Letters from the lighthouse', url });
  });
});
