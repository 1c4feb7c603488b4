// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playAlone } from '../../player-page/play-alone.ts';
import { createExclusive } from '../../src/engine/sound/exclusive.ts';

const SITE = 'https://earshot.test';
/** A sandboxed frame. */
const NONE = 'null';

interface Frame {
  origin: string;
  /** Milliseconds after which the player is requested, becomes audible, and loads the file that passes claims on. */
  pressedAt: number;
  startsAfter: number;
  fileAt: number;
}

/** Players in frames of one page, between which every message takes some time. */
function pageWith(frames: readonly Frame[], delay: () => number) {
  const queues = new Map<string, number>();
  /** Messages of one sender to one receiver arrive in their order. */
  const send = (from: number, to: number, deliver: () => void) => {
    const key = `${from} ${to}`;
    const at = Math.max(Date.now() + delay(), queues.get(key) ?? 0);
    queues.set(key, at);
    setTimeout(deliver, at - Date.now());
  };
  const pages = frames.map(({ origin }) => Object.assign(new EventTarget(), { origin, length: 0 }));
  const texts: string[] = [];
  for (const [from, page] of pages.entries()) {
    const leaves = pages.map((to, index) => ({
      length: 0,
      postMessage(data: string) {
        texts.push(data);
        const { origin } = page;
        const event = Object.assign(new MessageEvent('message', { data, origin }));
        Object.defineProperty(event, 'source', { value: page });
        send(from, index, () => to.dispatchEvent(event));
      },
    }));
    const nested = { length: 1, 0: leaves.at(-1), postMessage: () => expect.unreachable() };
    const top = { ...leaves.slice(0, -1), length: leaves.length, postMessage: nested.postMessage };
    Object.assign(page, { top: { ...top, [leaves.length - 1]: nested } });
  }
  let opening = 0;
  const channels: { at: number; onmessage?: (event: { data: unknown }) => void }[] = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      at = opening;
      constructor() {
        if (frames[opening]?.origin === NONE) throw new DOMException('', 'SecurityError');
        channels.push(this);
      }
      onmessage?: (event: { data: unknown }) => void;
      postMessage(data: unknown) {
        for (const other of channels) {
          const isNear = frames[other.at]?.origin === frames[this.at]?.origin;
          if (isNear && other !== this) send(this.at, other.at, () => other.onmessage?.({ data }));
        }
      }
      close() {}
    },
  );
  const players = frames.map((frame, index) => {
    opening = index;
    const page = pages[index] as unknown as Window;
    const player = { isWanted: false, isPlaying: false };
    const pause = () => {
      player.isWanted = false;
      player.isPlaying = false;
      exclusive.want(false);
    };
    const exclusive = createExclusive(pause, Date, page);
    setTimeout(() => {
      player.isWanted = true;
      exclusive.want(true);
      setTimeout(() => {
        if (!player.isWanted) return;
        player.isPlaying = true;
        exclusive.claim();
      }, frame.startsAfter);
    }, frame.pressedAt);
    setTimeout(() => playAlone(page), frame.fileAt);
    return player;
  });
  return { players, pages, texts };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ms = (max: number) => fc.integer({ min: 0, max });
const anyFrame = fc.record({
  origin: fc.constantFrom(SITE, SITE, NONE, 'https://other.test'),
  pressedAt: fc.constantFrom(0, 0, 0, 1, 300),
  startsAfter: ms(2_000),
  fileAt: ms(3_000),
});

describe('playAlone', () => {
  it('leaves one player of those that begin at once, whatever is slow', async () => {
    const frames = fc.array(anyFrame, { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(frames, fc.infiniteStream(ms(900)), async (all, delays) => {
        const { players, texts } = pageWith(all, () => delays.next().value);
        await vi.advanceTimersByTimeAsync(20_000);
        const playing = all.filter((_, index) => players[index]?.isPlaying);
        const last = Math.max(...all.map(({ pressedAt }) => pressedAt));
        expect(playing.map(({ pressedAt }) => pressedAt)).toEqual([last]);
        expect(texts.length).toBeLessThan(10 * all.length ** 2);
      }),
    );
  });

  it.each([
    null,
    7,
    'text',
    '{"context":"earshot","event":"playing"',
    '{"context":"earshot","event":"playing","since":"x"}',
    '{"context":"earshot","event":"playing","since":1e300}',
    '{}',
  ])('ignores %j', async (data) => {
    const frame = { origin: SITE, pressedAt: 0, startsAfter: 0, fileAt: 0 };
    const { players, pages } = pageWith([frame], () => 0);
    await vi.advanceTimersByTimeAsync(10);
    pages[0]?.dispatchEvent(new MessageEvent('message', { data, origin: NONE }));
    expect(players[0]?.isPlaying).toBe(true);
  });
});
