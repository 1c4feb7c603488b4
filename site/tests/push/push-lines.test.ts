import type Pusher from 'pusher-js';
import { describe, expect, it, vi } from 'vitest';
import type { PushOptions } from '../../src/push/open-push.ts';
import { createLines } from '../../src/push/push-lines.ts';

const options = {} as PushOptions;

/** A connection that tests control. */
function fakePusher() {
  const joined = new Set<string>();
  const handlers = new Map<string, Set<(data: unknown) => void>>();
  const of = (name: string) => {
    const known = handlers.get(name) ?? new Set();
    handlers.set(name, known);
    return known;
  };
  const state = { isOpen: true, joined };
  const pusher = {
    channel: (name: string) => (joined.has(name) ? { subscribed: name !== 'refused' } : undefined),
    subscribe(channel: string) {
      const isKnown = joined.has(channel);
      joined.add(channel);
      return {
        subscribed: isKnown,
        bind: (event: string, handler: () => void) => of(`${channel} ${event}`).add(handler),
        unbind: (event: string, handler: () => void) => of(`${channel} ${event}`).delete(handler),
      };
    },
    unsubscribe: (channel: string) => joined.delete(channel),
    disconnect() {
      state.isOpen = false;
    },
    connect() {
      state.isOpen = true;
    },
  } as unknown as Pusher;
  const say = (channel: string, event: string, data: unknown) => {
    for (const handler of of(`${channel} ${event}`)) handler(data);
  };
  return { pusher, state, say };
}

function openLines() {
  const opened: ReturnType<typeof fakePusher>[] = [];
  const lines = createLines(async () => {
    const fake = fakePusher();
    opened.push(fake);
    return fake.pusher;
  });
  return { opened, ...lines };
}

describe('createLines', () => {
  it('opens one connection for all lines, and closes it with the last', async () => {
    const { opened, openLine } = openLines();
    const [first, second] = await Promise.all([openLine(options), openLine(options)]);
    expect(opened).toHaveLength(1);
    first.end();
    expect(opened[0]?.state.isOpen).toBe(true);
    second.end();
    expect(opened[0]?.state.isOpen).toBe(false);
    await openLine(options);
    expect(opened).toHaveLength(2);
  });

  it('pauses for a logout, and opens again for the lines that stay', async () => {
    vi.useFakeTimers();
    const { opened, openLine, pauseLines } = openLines();
    pauseLines()(); // before there is a line
    const line = await openLine(options);
    const resume = pauseLines();
    expect(opened[0]?.state.isOpen).toBe(false);
    resume();
    vi.runAllTimers();
    expect(opened[0]?.state.isOpen).toBe(true);
    const resumeLater = pauseLines();
    line.end();
    resumeLater();
    vi.runAllTimers();
    expect(opened[0]?.state.isOpen).toBe(false);
    vi.useRealTimers();
  });

  it('stays in a channel while somebody hears it', async () => {
    const { opened, openLine } = openLines();
    const [first, second] = [await openLine(options), await openLine(options)];
    const [one, two, joined] = [vi.fn(), vi.fn(), vi.fn()];
    first.hear('show_1', { published: one });
    second.hear('show_1', { published: two }, joined);
    expect(joined).toHaveBeenCalledTimes(1); // it has been joined already
    first.end();
    opened[0]?.say('show_1', 'published', { episode_id: 7 });
    expect(one).not.toHaveBeenCalled();
    expect(two).toHaveBeenCalledWith({ episode_id: 7 });
    const third = await openLine(options);
    second.end();
    expect([...(opened[0]?.state.joined ?? [])]).toEqual([]);
    expect(opened[0]?.state.isOpen).toBe(true);
    third.end();
  });

  it('tells a part that the channel is joined, also if another line has joined it', async () => {
    const { opened, openLine } = openLines();
    const [first, second] = [await openLine(options), await openLine(options)];
    const [one, two] = [vi.fn(), vi.fn()];
    first.hear('episode_1', {}, one);
    opened[0]?.say('episode_1', 'pusher:subscription_succeeded', {});
    expect(one).toHaveBeenCalledTimes(1);
    second.hear('episode_1', {}, two);
    expect(two).toHaveBeenCalledTimes(1);
  });

  it('knows which channels the server lets it hear', async () => {
    const { openLine } = openLines();
    const line = await openLine(options);
    expect(line.hears('show_1')).toBe(false);
    line.hear('show_1', {});
    expect(line.hears('show_1')).toBe(true);
    line.hear('refused', {});
    expect(line.hears('refused')).toBe(false);
  });

  it('sends nothing more with the last line: the server may have closed the connection', async () => {
    const { opened, openLine } = openLines();
    const line = await openLine(options);
    line.hear('private-user_1', {});
    line.end();
    expect([...(opened[0]?.state.joined ?? [])]).toEqual(['private-user_1']);
    expect(opened[0]?.state.isOpen).toBe(false);
  });

  it('tries again after the library has not arrived', async () => {
    const fake = fakePusher();
    const open = vi.fn(async () => fake.pusher);
    open.mockRejectedValueOnce(new Error('offline'));
    const { openLine } = createLines(open);
    await expect(openLine(options)).rejects.toThrow('offline');
    const line = await openLine(options);
    expect(line.hears('show_1')).toBe(false);
    line.end();
    expect(fake.state.isOpen).toBe(false);
  });
});
