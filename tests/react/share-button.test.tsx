// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShareButton } from '../../src/react/share-button.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const url = 'https://site.test/user/harbour/letters';

function press(navigatorParts: object): void {
  vi.stubGlobal('navigator', navigatorParts);
  renderWithPlayer(<ShareButton />, fakePlayer({ episode: fakeEpisode() }));
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
}

afterEach(() => vi.unstubAllGlobals());

describe('ShareButton', () => {
  it("opens the system's share sheet", () => {
    const share = vi.fn(async () => {});
    press({ share });
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Letters from the lighthouse', url });
  });

  it('copies the address where there is no share sheet, and says Copied', async () => {
    const writeText = vi.fn(async () => {});
    press({ clipboard: { writeText } });
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(url);
  });

  it('copies in a frame that has no permission for the clipboard', async () => {
    document.execCommand = vi.fn(() => true);
    press({ clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } });
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(document.execCommand).toHaveBeenCalledExactlyOnceWith('copy');
  });

  it('says nothing when the listener closes the share sheet', async () => {
    const writeText = vi.fn(async () => {});
    const share = () => Promise.reject(new DOMException('', 'AbortError'));
    press({ share, clipboard: { writeText } });
    await Promise.resolve();
    expect(writeText).not.toHaveBeenCalled();
    expect(screen.queryByText('Copied')).toBeNull();
  });
});
