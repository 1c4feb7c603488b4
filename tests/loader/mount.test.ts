// @vitest-environment happy-dom
import nodeConsole from 'node:console';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame, unmount } from '../../loader/mount.ts';
import type { Placement } from '../../loader/placement.ts';

const SRC = 'about:blank#/player?episode_id=1';

// happy-dom logs an error for each frame that it does not load.
vi.spyOn(nodeConsole, 'error').mockImplementation(() => {});

beforeEach(() => {
  document.body.innerHTML =
    '<p><a class="earshot-player" href="/x" style="color: red;">Listen to "One"</a></p>';
});

const link = () => document.querySelector('a') as HTMLAnchorElement & Placement;
const options =
  (values: Record<string, string> = {}) =>
  (name: string) =>
    values[name] ?? '';

describe('mountFrame', () => {
  it('inserts a frame of the requested size after the link, and hides the link', () => {
    const frame = mountFrame(link(), SRC, options({ width: '300', height: '250px' }));
    expect(link().nextElementSibling).toBe(frame);
    expect(link().style.display).toBe('none');
    expect([frame.style.width, frame.style.height]).toEqual(['300px', '250px']);
    expect(frame.style.getPropertyPriority('height')).toBe('important');
  });

  it.each([
    ['', '100%', '200px'],
    ['1e9', '100%', '200px'],
    ['0', '100%', '200px'],
    ['100vh; position: fixed', '100%', '200px'],
    ['50%', '50%', '50%'],
  ])('reads a size of "%s" as %s by %s', (size, width, height) => {
    const { style } = mountFrame(link(), SRC, options({ width: size, height: size }));
    expect([style.width, style.height, style.position]).toEqual([width, height, '']);
  });

  it.each([
    [{}, '300px', '90px'],
    [{ width: '50%', height: '120px' }, '50%', '120px'],
    [{ height: '120' }, '300px', '120px'],
  ])('keeps the own size of a waiting frame if its options are %j', (values, width, height) => {
    document.body.innerHTML = '<iframe width="300" height="90px"></iframe>';
    const frame = document.querySelector('iframe') as HTMLIFrameElement & Placement;
    const { style } = mountFrame(frame, SRC, options(values));
    expect([style.width, style.height]).toEqual([width, height]);
  });

  it('reports an invalid size once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    warn.mockClear();
    mountFrame(link(), SRC, options({ width: 'abc', height: '300px' }));
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'Earshot:',
      expect.stringMatching(/\/help\/width$/),
      'abc',
    );
  });

  it('has a minimum height of 80 px', () => {
    expect(mountFrame(link(), SRC, options({ height: '20px' })).style.minHeight).toBe('80px');
  });

  it('gives the frame a title and the permission to play', () => {
    const frame = mountFrame(link(), SRC, options());
    expect(frame.title).toBe('Listen to "One"');
    expect(frame.getAttribute('allow')).toContain('autoplay');
    expect(frame.loading).toBe('lazy');
  });

  it.each([
    ['', 'light dark'],
    ['&theme=dark', 'dark'],
    ['&theme=light&t=4', 'light'],
    ['&theme=darkish', 'light dark'],
    ['&theme=dark#play', 'dark'],
  ])('gives the frame the colour scheme of its page: "%s" is %s', (theme, scheme) => {
    const { style } = mountFrame(link(), SRC + theme, options());
    expect(style.cssText).toContain(`color-scheme: ${scheme} !important;`);
  });

  it('uses a placeholder frame', () => {
    document.body.innerHTML = '<iframe class="earshot-player" title="Mine"></iframe>';
    const placeholder = document.querySelector('iframe') as HTMLIFrameElement;
    expect(mountFrame(placeholder, SRC, options())).toBe(placeholder);
    expect(placeholder.title).toBe('Mine');
    unmount(placeholder);
    expect(placeholder.hasAttribute('src')).toBe(false);
  });
});

describe('unmount', () => {
  it('removes the player and restores the link', () => {
    const before = document.body.innerHTML;
    mountFrame(link(), SRC, options());
    unmount(link());
    expect(document.body.innerHTML).toBe(before);
    expect(link().earshotFrame).toBeUndefined();
  });
});

describe('a frame that has loaded', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  beforeEach(() => {
    warn.mockClear();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const load = (frame: HTMLIFrameElement) => {
    frame.dispatchEvent(new Event('load'));
    vi.runAllTimers();
  };

  it('is replaced by the link, with a warning, if it does not contain the player', () => {
    const before = document.body.innerHTML;
    load(mountFrame(link(), SRC, options()));
    expect(document.body.innerHTML).toBe(before);
    expect(link().earshotFrame).toBe(link()); // the next scan ignores it
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'Earshot:',
      expect.stringMatching(/\/help\/blocked$/),
      link(),
    );
  });

  it('stays if its sandbox forbids scripts', () => {
    document.body.innerHTML = '<iframe class="earshot-player" sandbox=""></iframe>';
    const frame = mountFrame(document.querySelector('iframe') as HTMLIFrameElement, SRC, options());
    load(frame);
    expect(frame.getAttribute('src')).toBe(SRC);
    expect(warn).not.toHaveBeenCalled();
  });

  it('causes no warning if it has sent a message or was removed', () => {
    const frame = mountFrame(link(), SRC, options());
    frame.onerror = null; // as after its first message
    load(frame);
    expect(frame.isConnected).toBe(true);
    unmount(link());
    const other = mountFrame(link(), SRC, options());
    other.remove();
    load(other);
    expect(warn).not.toHaveBeenCalled();
  });
});
