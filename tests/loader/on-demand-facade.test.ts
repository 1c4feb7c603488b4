// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame, unmount } from '../../loader/mount.ts';
import { keep } from '../../loader/on-demand-facade.ts';
import type { Placement } from '../../loader/placement.ts';
import { directionOf } from '../../src/i18n/direction.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';

const SRC = 'about:blank#/player?episode_id=1';

// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});

beforeEach(() => {
  document.body.innerHTML = '<p><a class="earshot-player" href="/x">Listen to "One"</a></p>';
  draw();
});

const WIDGET = 'https://w.test';
const draw = (options: Record<string, string> = {}) => {
  Object.assign(link().dataset, options);
  const get = (name: string) => options[name] ?? '';
  keep(link(), () => mountFrame(link(), SRC, get), WIDGET);
};
const card = () => link().nextElementSibling?.shadowRoot?.querySelector('a') as HTMLElement;
const link = () => document.querySelector('a') as HTMLAnchorElement & Placement;
const click = (init?: MouseEventInit) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  card().dispatchEvent(event);
  return event.defaultPrevented;
};

describe('a facade', () => {
  it('shows title, show and duration, and a picture of its own host only', () => {
    unmount(link());
    draw({ title: 'One', show: 'Harbour', duration: '3725', image: `${WIDGET}/a.webp` });
    expect(card().textContent).toBe('HarbourOne0:001:02:05');
    expect(card().querySelector('img')?.src).toBe(`${WIDGET}/a.webp`);
    expect(card().getAttribute('aria-label')).toBe('Listen to "One"');
    unmount(link());
    draw({ title: '', image: `${WIDGET}.evil.test/a.webp` });
    expect(card().querySelector('img')).toBeNull();
    expect(card().textContent).toContain('Listen to "One"');
  });

  it('gives the link back', () => {
    const before = '<p><a class="earshot-player" href="/x">Listen to "One"</a></p>';
    unmount(link());
    expect(document.querySelectorAll('span')).toHaveLength(0);
    expect(document.body.innerHTML.replace(/ style="[^"]*"/, '')).toBe(before);
  });

  it.each<[options: Record<string, string>, direction: string]>([
    [{}, 'ltr'],
    [{ culture: 'ar-EG' }, 'rtl'],
    ...Object.keys(LANGUAGES).map((culture): [{ culture: string }, string] => [
      { culture },
      directionOf(culture),
    ]),
  ])('has the direction of its player, %j, whatever the page has', (options, direction) => {
    unmount(link());
    document.body.dir = direction === 'rtl' ? 'ltr' : 'rtl';
    draw(options);
    expect(card().dir).toBe(direction);
    expect(card().querySelector<HTMLElement>('.es-embed-progress')?.dir).toBe('ltr');
    document.body.dir = '';
  });

  it('inserts no frame', () => {
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('inserts a player that starts to play on click', () => {
    expect(click()).toBe(true);
    const { name, src } = link().earshotFrame as HTMLIFrameElement;
    expect([name, src]).toEqual(['es-play', SRC]);
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey'])('leaves a click with %s to the browser', (key) => {
    card().addEventListener('click', (event) => event.preventDefault(), { once: true });
    click({ [key]: true });
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('plays from a pressed word of the text around it', () => {
    document.body.innerHTML = `<div class="earshot-text">${document.body.innerHTML}<span data-seek="12.5">word</span></div>`;
    link().nextElementSibling?.remove();
    unmount(link());
    draw();
    document.querySelector<HTMLElement>('[data-seek]')?.click();
    expect(document.querySelector('iframe')?.name).toBe('es-play=12.5');
  });

  it('asks for sound only once: a frame that is moved or copied loads again', () => {
    click();
    const frame = link().earshotFrame as HTMLIFrameElement;
    frame.dispatchEvent(new Event('load'));
    expect(frame.name).toBe('');
  });
});
