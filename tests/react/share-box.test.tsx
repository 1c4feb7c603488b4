// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { embedDialog } from '../../src/i18n/en.json';
import { createTranslator } from '../../src/i18n/translator.ts';
import { ShareBox } from '../../src/react/share-box.tsx';
import { DialogTranslate } from '../../src/react/use-dialog-translate.ts';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';
import { renderWithPlayer } from '../helpers/render-with-player.tsx';

const PAGE = 'https://site.test/user/harbour/letters';

function setUp(snapshot: Parameters<typeof fakePlayer>[0], episodeId: number | null = 1) {
  renderWithPlayer(
    <DialogTranslate.Provider value={createTranslator(embedDialog)}>
      <ShareBox title="Fog" url={PAGE} twitter_url="https://site.test/t" episodeId={episodeId} />
    </DialogTranslate.Provider>,
    fakePlayer({ episode: fakeEpisode(), currentId: 1, duration: 900, ...snapshot }),
  );
  return {
    link: () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value,
    address: (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).href,
  };
}

describe('ShareBox', () => {
  it('shares the moment at which the player stands, if the listener wants that', () => {
    const { link, address } = setUp({ currentTime: 760.4 });
    const choice = screen.getByRole('checkbox', { name: 'Start at 12:40' });
    expect(link()).toBe(PAGE);
    fireEvent.click(choice);
    expect(link()).toBe(`${PAGE}?t=760`);
    const timed = encodeURIComponent(`${PAGE}?t=760`);
    expect(address('Facebook')).toContain(timed);
    expect(address('X')).toBe(`https://site.test/share/twitter/url?url=${timed}&text=Fog`);
    fireEvent.click(choice);
    expect([link(), address('X')]).toEqual([PAGE, 'https://site.test/t']);
  });

  it('shares a part, if the listener says where it stops', () => {
    const { link, address } = setUp({ currentTime: 760.4 });
    expect(screen.queryByRole('textbox', { name: /Stop at/ })).toBeNull();
    const choice = screen.getByRole('checkbox', { name: 'Start at 12:40' });
    fireEvent.click(choice);
    const stop = screen.getByRole('textbox', { name: /Stop at/ });
    for (const [text, end, isWrong] of [
      ['13:20', '&t-end=800', 'false'],
      ['12:40', '', 'true'],
      ['13m20.5', '', 'true'],
      ['800.5', '&t-end=800.5', 'false'],
      ['', '', 'false'],
      ['15:01', '', 'true'],
      ['14m', '&t-end=840', 'false'],
    ]) {
      fireEvent.input(stop, { target: { value: text } });
      expect([text, link(), stop.getAttribute('aria-invalid')]).toEqual([
        text,
        `${PAGE}?t=760${end}`,
        isWrong,
      ]);
    }
    expect(address('X')).toContain(encodeURIComponent(`${PAGE}?t=760&t-end=840`));
    fireEvent.click(choice);
    expect(link()).toBe(PAGE);
  });

  it.each([
    ['another episode plays', { currentId: 2, currentTime: 50 }],
    ['nothing has been heard', { currentTime: 0.5 }],
    ['the episode is live', { duration: 0, currentTime: 50 }],
  ])('offers no moment if %s', (_, snapshot) => {
    setUp(snapshot);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
