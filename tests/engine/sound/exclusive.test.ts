import { afterEach, describe, expect, it, vi } from 'vitest';
import { createExclusive } from '../../../src/engine/sound/exclusive.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Players of one origin, each of which records whether it plays. */
function players(count: number) {
  return Array.from({ length: count }, () => {
    const player = {
      isPlaying: false,
      silenced: vi.fn(),
      want() {
        exclusive.want(true);
      },
      claim() {
        player.isPlaying = true;
        exclusive.claim();
      },
      begin() {
        player.want();
        player.claim();
      },
      end: () => exclusive.end(),
    };
    const exclusive = createExclusive(
      () => {
        player.silenced();
        player.isPlaying = false;
        exclusive.want(false);
      },
      Date,
      new EventTarget(),
    );
    return player;
  });
}

const alone = () => createExclusive(() => {}, Date, new EventTarget());

const end = (all: readonly { end(): void }[]) => {
  for (const player of all) player.end();
};
const playing = (all: readonly { isPlaying: boolean }[]) => all.map(({ isPlaying }) => isPlaying);

/** Messages are delivered in order, so a late one of another channel shows that all have arrived. */
async function delivered(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const [from, to] = [new BroadcastChannel('test'), new BroadcastChannel('test')];
    const arrived = new Promise((resolve) => {
      to.onmessage = resolve;
    });
    from.postMessage(0);
    await arrived;
    from.close();
    to.close();
  }
}

describe('createExclusive', () => {
  it('silences every other player, and not the one that begins', async () => {
    const all = players(3);
    all[0]?.begin();
    await delivered();
    expect(all.map(({ silenced }) => silenced.mock.calls.length)).toEqual([0, 1, 1]);
    end(all);
  });

  it('silences the player that began before', async () => {
    const all = players(2);
    all[0]?.begin();
    await delivered();
    all[1]?.begin();
    await delivered();
    expect(playing(all)).toEqual([false, true]);
    all[0]?.begin();
    await delivered();
    expect(playing(all)).toEqual([true, false]);
    end(all);
  });

  it('lets exactly one of those play that begin in one tick', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000); // the same moment for all
    for (let round = 0; round < 50; round++) {
      const all = players(3);
      for (const { begin } of all) begin();
      await delivered();
      expect(playing(all).filter(Boolean)).toEqual([true]);
      end(all);
    }
  });

  it('prefers the player that was wanted last to the one that is heard last', async () => {
    const all = players(2);
    const [early, late] = all;
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    early?.want();
    now.mockReturnValue(2_000);
    late?.want();
    early?.claim(); // its sound came first
    await delivered();
    expect(late?.silenced).not.toHaveBeenCalled();
    late?.claim();
    await delivered();
    expect(playing(all)).toEqual([false, true]);
    end(all);
  });

  it('tells a player that did not hear of it', async () => {
    const all = players(2);
    const [early, late] = all;
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    early?.want();
    now.mockReturnValue(2_000);
    late?.begin();
    early?.claim(); // before the message of the other has arrived
    await delivered();
    expect(playing(all)).toEqual([false, true]);
    end(all);
  });

  it('lets the latest wish win, though the clock of the system was put back', async () => {
    const all = players(2);
    const now = vi.spyOn(Date, 'now').mockReturnValue(9_000_000);
    all[0]?.begin();
    await delivered();
    now.mockReturnValue(1_000);
    all[1]?.begin();
    await delivered();
    expect(playing(all)).toEqual([false, true]);
    end(all);
  });

  it('is silenced by a player of an older version, which sends no time', async () => {
    const all = players(1);
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    all[0]?.begin();
    now.mockReturnValue(2_000);
    const old = new BroadcastChannel('earshot-playing');
    old.postMessage(0);
    await delivered();
    expect(playing(all)).toEqual([false]);
    old.close();
    end(all);
  });

  it('hears nothing after its end', async () => {
    const [over, other, third] = players(3);
    over?.end();
    third?.begin();
    await delivered();
    expect(other?.silenced).toHaveBeenCalled();
    expect(over?.silenced).not.toHaveBeenCalled();
    other?.end();
    third?.end();
  });

  it('leaves each on its own if there is no channel, or the origin may have none', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(() => alone().claim()).not.toThrow();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('An opaque origin has no neighbours.', 'SecurityError');
        }
      },
    );
    const exclusive = alone();
    expect(() => exclusive.want(true)).not.toThrow();
    expect(() => exclusive.claim()).not.toThrow();
    expect(() => exclusive.end()).not.toThrow();
  });
});
