// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import earlyScript from '../../player-page/early-script.ts?inline-script';
import { encodeEvent } from '../../src/embed/frame-protocol.ts';

const run = (view: object = window) =>
  new Function('window', 'document', earlyScript)(view, document);
run();

const fail = (target: EventTarget, event = new Event('error')) => target.dispatchEvent(event);

beforeEach(() => {
  delete window.earlyClick;
  // A browser that runs scripts reads the content of noscript as text.
  document.body.innerHTML =
    '<button class="es-play" data-face="play"><i></i></button><img><script></script>' +
    '<noscript>&lt;audio controls&gt;&lt;/audio&gt;</noscript>';
});
afterEach(() => void vi.restoreAllMocks());

const press = () => document.querySelector('i')?.click();
const audio = () => document.querySelector('audio');

describe('early-script', () => {
  it('says hello to the page around, as an event of Player.js', () => {
    const parent = { postMessage: vi.fn() };
    const frame = { parent, addEventListener: () => {} };
    run(frame);
    expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(
      encodeEvent({ event: 'hello' }),
      '*',
    );
  });

  it('keeps a click anywhere in Play, and shows the button as loading', () => {
    document.querySelector('img')?.click();
    expect(window.earlyClick).toBeUndefined();
    press();
    expect(window.earlyClick).toBe(1);
    expect(document.querySelector('button')?.dataset.face).toBe('loading');
  });

  it('leaves clicks to the player once its script has arrived', () => {
    window.earlyClick = 2;
    press();
    expect(document.querySelector('button')?.dataset.face).toBe('play');
  });

  it.each([
    ['does not arrive', () => fail(document.querySelector('script') as Element)],
    ['throws', () => fail(window)],
  ])('shows the plain audio element if the script %s', (_, failing) => {
    failing();
    expect(audio()?.hasAttribute('controls')).toBe(true);
  });

  it('plays the audio element if a click was kept', () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    press();
    fail(window);
    expect(play).toHaveBeenCalledOnce();
  });

  it('ignores a picture that does not arrive, and errors once the player runs', () => {
    fail(document.querySelector('img') as Element);
    window.earlyClick = 2;
    fail(window);
    expect(audio()).toBeNull();
  });
});
