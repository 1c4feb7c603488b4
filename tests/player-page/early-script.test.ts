// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EARLY_SCRIPT } from '../../player-page/early-script.ts';

new Function(EARLY_SCRIPT)();

const fail = (target: EventTarget, event = new Event('error')) => target.dispatchEvent(event);

beforeEach(() => {
  delete window.earlyClick;
  // As a browser that runs scripts reads it: what noscript holds is text.
  document.body.innerHTML =
    '<button class="es-play" data-face="play"><i></i></button><img><script></script>' +
    '<noscript>&lt;audio controls&gt;&lt;/audio&gt;</noscript>';
});
afterEach(() => void vi.restoreAllMocks());

const press = () => document.querySelector('i')?.click();
const audio = () => document.querySelector('audio');

describe('EARLY_SCRIPT', () => {
  it('tells the page around that it is there', () => {
    const parent = { postMessage: vi.fn() };
    const frame = { parent, addEventListener: () => {} };
    new Function('window', 'document', EARLY_SCRIPT)(frame, document);
    expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(
      '{"context":"earshot","event":"hello"}',
      '*',
    );
  });

  it('remembers a click on Play, wherever within it, and shows that it is coming', () => {
    document.querySelector('img')?.click();
    expect(window.earlyClick).toBeUndefined();
    press();
    expect(window.earlyClick).toBe(1);
    expect(document.querySelector('button')?.dataset.face).toBe('loading');
  });

  it('leaves clicks to the player once that has come', () => {
    window.earlyClick = 2;
    press();
    expect(document.querySelector('button')?.dataset.face).toBe('play');
  });

  it.each([
    ['does not come', () => fail(document.querySelector('script') as Element)],
    ['does not run', () => fail(window)],
  ])('shows the plain audio element where the script %s', (_, failing) => {
    failing();
    expect(audio()?.hasAttribute('controls')).toBe(true);
  });

  it('plays it for a click that was waiting', () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    press();
    fail(window);
    expect(play).toHaveBeenCalledOnce();
  });

  it('takes no notice of a picture that does not come, nor of an error once the player runs', () => {
    fail(document.querySelector('img') as Element);
    window.earlyClick = 2;
    fail(window);
    expect(audio()).toBeNull();
  });
});
