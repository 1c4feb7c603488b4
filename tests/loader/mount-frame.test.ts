// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { mountFrame } from '../../loader/mount-frame.ts';

const SRC = 'about:blank#player';

beforeEach(() => {
  document.body.innerHTML = '<p><a class="earshot-player" href="/x">Listen to "One"</a></p>';
});

const link = () => document.querySelector('a') as HTMLAnchorElement;

describe('mountFrame', () => {
  it('puts a frame of the asked size in place of the link', () => {
    const frame = mountFrame(link(), SRC, { width: '100%', height: '200px' });
    expect(document.querySelector('a')).toBeNull();
    expect(frame.parentElement?.tagName).toBe('P');
    expect([frame.getAttribute('width'), frame.getAttribute('height')]).toEqual(['100%', '200']);
    expect([frame.style.height, frame.style.getPropertyPriority('height')]).toEqual([
      '200px',
      'important',
    ]);
  });

  it('names it, and lets it play', () => {
    const frame = mountFrame(link(), SRC, {});
    expect(frame.title).toBe('Listen to "One"');
    expect(frame.getAttribute('allow')).toContain('autoplay');
    expect(frame.loading).toBe('lazy');
  });

  it('honours a height from 80 px up', () => {
    expect(mountFrame(link(), SRC, { height: '20px' }).style.height).toBe('80px');
  });

  it('fills a placeholder where it stands', () => {
    document.body.innerHTML = '<iframe class="earshot-player" title="Mine"></iframe>';
    const placeholder = document.querySelector('iframe') as HTMLIFrameElement;
    expect(mountFrame(placeholder, SRC, {})).toBe(placeholder);
    expect(placeholder.title).toBe('Mine');
  });
});
