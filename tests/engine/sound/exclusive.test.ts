import { afterEach, describe, expect, it, vi } from 'vitest';
import { createExclusive } from '../../../src/engine/sound/exclusive.ts';

afterEach(() => vi.unstubAllGlobals());

describe('createExclusive', () => {
  it('tells every other player, and not itself', async () => {
    const heard = [vi.fn(), vi.fn(), vi.fn()];
    const players = heard.map((onOther) => createExclusive(onOther));
    players[0]?.claim();
    await vi.waitFor(() => expect(heard[2]).toHaveBeenCalledTimes(1));
    expect(heard[1]).toHaveBeenCalledTimes(1);
    expect(heard[0]).not.toHaveBeenCalled();
    for (const player of players) player.end();
  });

  it('is told nothing any more after its end', async () => {
    const [over, other] = [vi.fn(), vi.fn()];
    createExclusive(over).end();
    const players = [createExclusive(other), createExclusive(() => {})];
    players[1]?.claim();
    await vi.waitFor(() => expect(other).toHaveBeenCalled());
    expect(over).not.toHaveBeenCalled();
    for (const player of players) player.end();
  });

  it('leaves each on its own where there is no channel, or the origin may have none', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(() => createExclusive(() => {}).claim()).not.toThrow();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('An opaque origin has no neighbours.', 'SecurityError');
        }
      },
    );
    const exclusive = createExclusive(() => {});
    expect(() => exclusive.claim()).not.toThrow();
    expect(() => exclusive.end()).not.toThrow();
  });
});
