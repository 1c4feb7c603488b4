// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { frameOf, mountFrame, mountOnClick, unmount } from '../../loader/mount-frame.ts';

const SRC = 'about:blank#player';

beforeEach(() => {
  document.body.innerHTML = '<p><a class="earshot-player" href="/x">Listen to "One"</a></p>';
});

const link = () => document.querySelector('a') as HTMLAnchorElement;
const options =
  (values: Record<string, string> = {}) =>
  (name: string) =>
    values[name] ?? '';

describe('mountFrame', () => {
  it('puts a frame of the asked size behind the link, and hides the link', () => {
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
  ])('takes a size of "%s" for %s by %s', (size, width, height) => {
    const { style } = mountFrame(link(), SRC, options({ width: size, height: size }));
    expect([style.width, style.height, style.position]).toEqual([width, height, '']);
  });

  it('honours a height from 80 px up', () => {
    expect(mountFrame(link(), SRC, options({ height: '20px' })).style.minHeight).toBe('80px');
  });

  it('names it, and lets it play', () => {
    const frame = mountFrame(link(), SRC, options());
    expect(frame.title).toBe('Listen to "One"');
    expect(frame.getAttribute('allow')).toContain('autoplay');
    expect(frame.loading).toBe('lazy');
    expect(frame.referrerPolicy).toBe('strict-origin-when-cross-origin');
  });

  it('fills a placeholder where it stands', () => {
    document.body.innerHTML = '<iframe class="earshot-player" title="Mine"></iframe>';
    const placeholder = document.querySelector('iframe') as HTMLIFrameElement;
    expect(mountFrame(placeholder, SRC, options())).toBe(placeholder);
    expect(placeholder.title).toBe('Mine');
  });
});

describe('unmount', () => {
  it('takes the player away and shows the link again', () => {
    mountFrame(link(), SRC, options());
    unmount(link());
    expect(document.querySelector('iframe')).toBeNull();
    expect(link().style.display).toBe('');
    expect(frameOf(link())).toBeUndefined();
  });
});

describe('mountOnClick', () => {
  it('reserves the space and waits', () => {
    mountOnClick(link(), SRC, options({ height: '300' }));
    expect(link().style.height).toBe('300px');
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('plays on the click', () => {
    mountOnClick(link(), SRC, options());
    link().click();
    expect(frameOf(link())?.src).toBe(`${SRC}&autoplay=true`);
  });
});
