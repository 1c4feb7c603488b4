// @vitest-environment happy-dom
import type { Player } from 'earshot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { playAlone } from '../../player-page/play-alone.ts';
import { fakePlayer } from '../helpers/fake-player.ts';

const leaf = () => ({ length: 0, postMessage: vi.fn<(message: string, origin: string) => void>() });
const [first, nested] = [leaf(), leaf()];
const page = { length: 1, 0: nested, postMessage: vi.fn() };
const top = { length: 2, 0: first, 1: page, postMessage: vi.fn() };
Object.defineProperty(window, 'top', { value: top });

const start = (snapshot = {}) => {
  const player = fakePlayer(snapshot);
  playAlone(player as Player);
  return player;
};
const hear = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }));
const said = () => first.postMessage.mock.lastCall?.[0] ?? '';

beforeEach(() => {
  vi.clearAllMocks();
});

describe('playAlone', () => {
  it('sends a message to every frame without inner frames, and to no page', () => {
    start().emit('play', undefined);
    expect(said()).toBe(nested.postMessage.mock.lastCall?.[0]);
    expect(JSON.parse(said())).toMatchObject({ context: 'earshot', event: 'playing' });
    expect(top.postMessage).not.toHaveBeenCalled();
    expect(page.postMessage).not.toHaveBeenCalled();
  });

  it('sends the message at once if the player already plays', () => {
    start({ playing: true });
    expect(first.postMessage).toHaveBeenCalledOnce();
  });

  it('pauses when another player starts, but not for one that started earlier', () => {
    const [early, late] = [start(), start()];
    early.emit('play', undefined);
    const earlier = said();
    late.emit('play', undefined);
    hear(earlier);
    expect(late.pause).not.toHaveBeenCalled();
    hear(said());
    expect(late.pause).not.toHaveBeenCalled();
    expect(early.pause).toHaveBeenCalled();
  });

  it.each([null, 7, 'text', '{"context":"earshot"', '{"context":"earshot","since":"x"}', '{}'])(
    'ignores %j',
    (data) => {
      const player = start();
      hear(data);
      expect(player.pause).not.toHaveBeenCalled();
    },
  );
});
