// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbedSourceItem, episodeItem } from '../../src/embed/source-item.ts';
import { EmbedButton, EmbedDialog, openEmbedDialog } from '../../src/react/embed-dialog.tsx';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const item = episodeItem(fakeEpisode());
const COVER = 'https://site.test/media/images/abc/720.jpg';

function render(player = fakePlayer(), source = item) {
  renderWithPlayer(
    <>
      <EmbedButton item={source} />
      <EmbedDialog productName="Earshot" widgetUrl="https://widget.test" />
    </>,
    player,
  );
}

/** Waits for the dialog, which is loaded on demand, and then for its texts. */
async function fetched(): Promise<void> {
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.dynamicImportSettled());
}

async function open(change: Partial<EmbedSourceItem> = {}) {
  render(fakePlayer(), { ...item, ...change });
  fireEvent.click(screen.getByRole('button', { name: 'Share / Embed' }));
  await fetched();
}

async function openPlayerTab(change: Partial<EmbedSourceItem> = {}) {
  await open(change);
  fireEvent.click(screen.getByRole('tab', { name: 'Player' }));
}

const code = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code to paste' }).value;
const group = (name: string) => screen.getByRole('group', { name });
const radio = (groupName: string, name: string): HTMLInputElement => {
  const radios = [...group(groupName).querySelectorAll('input')];
  const found = radios.find(({ labels }) => labels?.[0]?.textContent === name);
  if (!found) throw new Error(`No ${name} in ${groupName}`);
  return found;
};
const height = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Height/ });

function leave(): void {
  fireEvent.blur(height()); // Preact
  fireEvent.focusOut(height()); // React
}

function type(value: string, keyCode: number): void {
  fireEvent.input(height(), { target: { value } });
  fireEvent.keyUp(height(), { keyCode });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue(); // happy-dom loads no frames, and logs an error
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('EmbedDialog', () => {
  it('shares a quote by its short address, without times', async () => {
    const url = 'https://site.test/quote/k3fq7a2mzd4x';
    await open({ url, part: { start: 12, end: 15, quote: 'k3fq7a2mzd4x' } });
    fireEvent.click(screen.getByRole('tab', { name: 'Share' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(url);
    expect(screen.queryByRole('textbox', { name: /Stop at/ })).toBeNull();
  });

  it('refuses times after the end of the episode, in words', async () => {
    await openPlayerTab({ duration: 600 });
    const before = code();
    for (const name of [/^Start at/, /^Stop at/]) {
      const field = screen.getByRole('textbox', { name });
      fireEvent.input(field, { target: { value: '10:01' } });
      expect([field.getAttribute('aria-invalid'), code()]).toEqual(['true', before]);
    }
    expect(screen.getAllByText('The episode ends at 10:00.')).toHaveLength(2);
  });

  it('opens on the event embed.open, 680 px wide', async () => {
    render();
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => openEmbedDialog(item));
    await fetched();
    const box = screen.getByRole('dialog', { name: /Letters from the lighthouse/ });
    expect(box.style.getPropertyValue('--es-width')).toBe('680px');
  });

  it.each([
    undefined,
    null,
    'episode_id=1',
    {},
    { ...item, title: { type: 'b' } },
    { ...item, url: 'not an address' },
    { ...item, cover_image_url: 7, show_id: '2' },
  ])('stays closed for an event with the detail %j, and opens for the next one', async (detail) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    render();
    act(() => void document.dispatchEvent(new CustomEvent('embed.open', { detail })));
    await fetched();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
    act(() => openEmbedDialog(item));
    await fetched();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('shows nothing on a device that plays no audio', async () => {
    render(fakePlayer({ state: 'unsupported' }));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => openEmbedDialog(item));
    await fetched();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens for an episode of a type that the device does not play', async () => {
    render(fakePlayer({ state: 'unsupported', currentId: 7 }));
    act(() => openEmbedDialog(item));
    await fetched();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('has the tabs Share and Player, and the arrow keys cycle through them', async () => {
    await open();
    const [share, player] = screen.getAllByRole('tab') as [HTMLElement, HTMLElement];
    expect([share.textContent, player.textContent]).toEqual(['Share', 'Player']);
    expect(screen.getByRole('heading', { name: 'Sharing Options' })).toBeTruthy();
    fireEvent.keyDown(share, { key: 'ArrowLeft' });
    expect(player.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(player);
    expect(group('Theme')).toBeTruthy();
  });

  it('has only the tab Player if sharing is disabled for the item', async () => {
    await open({ share_enabled: false });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(code()).toContain('data-resource="episode_id=1"');
  });

  it('writes no code for a private episode, which would not play elsewhere', async () => {
    await open({ url: `${item.url}?key=abc` });
    expect(screen.queryByRole('tab')).toBeNull();
    const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(link.value).toContain('?key=abc');
  });

  it('shares with links to the site', async () => {
    await open();
    const address = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).href;
    expect(address('X')).toBe('https://site.test/share/twitter/episode/1');
    expect(address('Facebook')).toBe(
      'https://site.test/share/facebook/url?url=https%3A%2F%2Fsite.test%2Fuser%2Fharbour%2Fletters',
    );
  });

  it('opens Facebook in a window of 600 by 500', async () => {
    const opened = { opener: window };
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    await open();
    const goes = fireEvent.click(screen.getByRole('link', { name: 'Facebook' }));
    expect(openWindow.mock.calls[0]?.[2]).toBe('width=600,height=500');
    expect([goes, opened.opener]).toEqual([false, null]);
    openWindow.mockReturnValue(null);
    expect(fireEvent.click(screen.getByRole('link', { name: 'Facebook' }))).toBe(true);
  });
});

describe('EmbedDialog, player', () => {
  it('switches between three kinds of code, and highlights the selected one', async () => {
    await openPlayerTab();
    const highlighted = () => group('Kind of code').querySelector('[data-selected]')?.textContent;
    expect([highlighted(), code().slice(0, 2)]).toEqual(['Script', '<d']);
    fireEvent.click(radio('Kind of code', 'Shortcode'));
    expect([highlighted(), code().slice(0, 8)]).toEqual(['Shortcode', '[earshot']);
    fireEvent.click(radio('Kind of code', 'iframe'));
    expect([highlighted(), code().slice(0, 7)]).toEqual(['iframe', '<iframe']);
  });

  it('updates the code at once when a radio changes', async () => {
    await openPlayerTab();
    expect(code()).toContain(
      `data-resource="episode_id=1" data-cover="${COVER}" data-playlist="false"`,
    );
    fireEvent.click(radio('Theme', 'Dark'));
    fireEvent.click(radio('Cover', 'Disabled'));
    fireEvent.click(radio('Playlist', 'Enabled'));
    expect(code()).toContain('data-theme="dark" data-playlist="show"');
  });

  it('disables the cover if there is no image', async () => {
    await openPlayerTab({ cover_image_url: null });
    expect(radio('Cover', 'Disabled').checked).toBe(true);
    expect((group('Cover') as HTMLFieldSetElement).disabled).toBe(true);
    expect(code()).not.toContain('data-cover');
    expect(height().value).toBe('200');
    expect(screen.getByText('(min 80px, max 200px)')).toBeTruthy();
  });

  it('is 400 px high with cover or playlist, else 200 px, unless the author sets a height', async () => {
    await openPlayerTab();
    expect(height().value).toBe('400');
    expect(screen.getByText('(min 80px, max 600px)')).toBeTruthy();
    fireEvent.click(radio('Cover', 'Disabled'));
    expect([height().value, code().includes('data-height="200px"')]).toEqual(['200', true]);
    fireEvent.click(radio('Playlist', 'Enabled'));
    expect(height().value).toBe('400');
  });

  it('applies the height 500 ms after the last key', async () => {
    await openPlayerTab();
    type('3', 51);
    await vi.advanceTimersByTimeAsync(400);
    type('35', 53);
    await vi.advanceTimersByTimeAsync(480);
    expect(code()).toContain('data-height="400px"');
    await vi.advanceTimersByTimeAsync(40);
    expect(code()).toContain('data-height="80px"');
    expect(height().value).toBe('35');
    leave();
    expect(height().value).toBe('80');
  });

  it.each([
    ['backspace', 8, 'data-height="90px"'],
    ['an arrow', 38, 'data-height="400px"'],
    ['Enter', 13, 'data-height="400px"'],
  ])('applies the height only after keys that edit: %s', async (_, keyCode, expected) => {
    await openPlayerTab();
    type('90', keyCode);
    await vi.advanceTimersByTimeAsync(600);
    expect(code()).toContain(expected);
  });

  it.each([
    ['9999', '600px'],
    ['0', '80px'],
    ['', '400px'],
    ['450 px', '450px'],
  ])('turns the input %j into a height of %s', async (text, expected) => {
    await openPlayerTab();
    fireEvent.input(height(), { target: { value: text } });
    leave();
    expect(code()).toContain(`data-height="${expected}"`);
  });

  it.each(['abc', '-100', '12e2', '200.5'])(
    'marks the height %j, which changes nothing',
    async (text) => {
      await openPlayerTab();
      fireEvent.input(height(), { target: { value: '300' } });
      leave();
      expect(height().getAttribute('aria-invalid')).toBe('false');
      type(text, 53);
      await vi.advanceTimersByTimeAsync(600);
      expect(height().getAttribute('aria-invalid')).toBe('true');
      leave();
      expect(code()).toContain('data-height="300px"');
      expect(height().value).toBe('300');
      expect(height().getAttribute('aria-invalid')).toBe('false');
    },
  );

  it.each(['50', '9999'])('marks the height %s, which is out of bounds', async (text) => {
    await openPlayerTab();
    fireEvent.input(height(), { target: { value: text } });
    expect(height().getAttribute('aria-invalid')).toBe('true');
  });

  it('discards a pending height when it is closed', async () => {
    await openPlayerTab();
    type('90', 57);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await vi.advanceTimersByTimeAsync(600);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('previews exactly the player of the code', async () => {
    await openPlayerTab();
    fireEvent.click(radio('Kind of code', 'iframe'));
    fireEvent.click(radio('Theme', 'Dark'));
    const preview = screen.getByTitle<HTMLIFrameElement>('Preview');
    const framed = new DOMParser().parseFromString(code(), 'text/html').querySelector('iframe');
    expect(preview.src).toBe(framed?.src);
    expect(`${preview.height}px`).toBe(framed?.getAttribute('height'));
  });
});
