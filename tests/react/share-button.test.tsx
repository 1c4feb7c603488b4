// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShareButton, type ShareButtonProps } from '../../src/react/share-button.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const url = 'https://site.test/user/harbour/letters';

function open(props: ShareButtonProps = {}, navigatorParts: object = {}): void {
  vi.stubGlobal('navigator', navigatorParts);
  renderWithPlayer(<ShareButton {...props} />, fakePlayer({ episode: fakeEpisode() }));
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
}

afterEach(() => vi.unstubAllGlobals());

describe('ShareButton', () => {
  it("opens the sharing options with the link of the episode's page", async () => {
    open();
    expect(await screen.findByRole('dialog', { name: 'Sharing Options' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(url);
    expect(screen.queryByRole('textbox', { name: 'Embed code' })).toBeNull();
  });

  it('closes, and can be opened again', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('offers the code of the frame with exactly its options', async () => {
    open({ options: { resource: 'episode_id=1', theme: 'dark', color: 'ff5500' } });
    const { value } = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Embed code',
    });
    expect(value).toContain('/player?episode_id=1&amp;theme=dark&amp;color=ff5500"');
    expect(value).toContain(`height="${innerHeight}px"`);
  });

  it("offers the system's share sheet where there is one", async () => {
    const share = vi.fn(async () => {});
    open({}, { share });
    fireEvent.click(await screen.findByRole('button', { name: 'More ...' }));
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Letters from the lighthouse', url });
  });
});
