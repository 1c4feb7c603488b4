import { afterEach, describe, expect, it, vi } from 'vitest';
import { playIfAllowed } from '../../player-page/autoplay.ts';
import { wanted } from '../../player-page/wanted.ts';
import type { Player, PlayerStatus } from '../../src/engine/player.ts';
import { fakeTime, pass } from '../helpers/fake-time.ts';

fakeTime();

/** Whether a player in this state plays within a minute, in a browser that answers like this. */
async function playOn(
  answer: () => Promise<void>,
  state: PlayerStatus = 'loaded',
): Promise<boolean> {
  class FakeAudio {
    play = answer;
    pause() {}
    removeAttribute() {}
  }
  vi.stubGlobal('Audio', FakeAudio);
  const play = vi.fn();
  const getSnapshot = () => ({ state });
  playIfAllowed({ play, getSnapshot } as unknown as Player).catch(() => {});
  await pass(60);
  vi.unstubAllGlobals();
  return play.mock.calls.length === 1;
}

afterEach(() => {
  wanted.isSilent = false;
});

const late = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const refuse = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'));

describe('playIfAllowed', () => {
  it.each<[string, boolean, () => Promise<void>]>([
    ['plays if the browser plays silence', true, () => late(5)],
    ['plays if a busy machine takes seconds for that', true, () => late(3_000)],
    ['does not play if the browser refuses', false, refuse],
    ['does not play if a busy machine refuses late', false, () => late(3_000).then(refuse)],
    ['does not play if the browser never answers', false, () => new Promise(() => {})],
  ])('%s', async (_, isPlayed, answer) => {
    expect(await playOn(answer)).toBe(isPlayed);
  });

  it('does not play if the surrounding page has asked for a pause in the meantime', async () => {
    const played = playOn(() => late(3_000));
    wanted.isSilent = true;
    expect(await played).toBe(false);
  });

  it('does not play if the listener has played and paused in the meantime', async () => {
    expect(await playOn(() => late(3_000), 'paused')).toBe(false);
  });
});
