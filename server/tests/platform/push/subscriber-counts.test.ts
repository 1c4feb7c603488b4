import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PushEvent } from '../../../src/platform/push/push-event.ts';
import {
  createSubscriberCounts,
  type SubscriberCounts,
} from '../../../src/platform/push/subscriber-counts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Process {
  counts: SubscriberCounts;
  /** The totals sent to its members, the newest last. */
  announced: number[];
  /** Events that it has sent. */
  sent: PushEvent[];
  has(members: number, channel?: string): void;
  isCut: boolean;
}

/** Processes that receive each other's events. */
function openProcesses(number: number): Process[] {
  const processes: Process[] = [];
  for (let left = number; left > 0; left -= 1) {
    const members = new Map<string, number>();
    const process: Process = {
      announced: [],
      sent: [],
      isCut: false,
      has(count, channel = 'a') {
        members.set(channel, count);
        process.counts.change(channel);
      },
      counts: createSubscriberCounts({
        countHere: (channel) => members.get(channel) ?? 0,
        announce: (_channel, total) => process.announced.push(total),
        publish(events) {
          if (process.isCut) return;
          process.sent.push(...events);
          for (const { data } of events) {
            for (const each of processes) if (!each.isCut) each.counts.hear(data);
          }
        },
      }),
    };
    processes.push(process);
  }
  return processes;
}

const SECOND = 1_000;

describe('createSubscriberCounts', () => {
  it('adds up what all processes count', async () => {
    const [first, second] = openProcesses(2) as [Process, Process];
    first.has(2);
    second.has(3);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect([first.announced.at(-1), second.announced.at(-1)]).toEqual([5, 5]);
    second.has(0);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(first.announced.at(-1)).toBe(2);
    expect(first.counts.total('a')).toBe(2);
  });

  it('announces the last of many changes, once a second', async () => {
    const [only] = openProcesses(1) as [Process];
    for (let members = 1; members <= 50; members += 1) only.has(members);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(only.announced).toEqual([50]);
    only.has(51);
    only.has(50);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(only.announced).toEqual([50]);
  });

  it('announces to many members every five seconds', async () => {
    const [only] = openProcesses(1) as [Process];
    for (let second = 0; second < 20; second += 1) {
      only.has(10_000 + second);
      await vi.advanceTimersByTimeAsync(SECOND);
    }
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(only.announced.length).toBeLessThanOrEqual(6);
    expect(only.announced.at(-1)).toBe(10_019);
  });

  it('forgets a process that is silent, and one that stops at once', async () => {
    const [first, killed, stopped] = openProcesses(3) as [Process, Process, Process];
    first.has(1);
    killed.has(10);
    stopped.has(100);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(first.announced.at(-1)).toBe(111);
    stopped.counts.close();
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(first.announced.at(-1)).toBe(11);
    killed.isCut = true;
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(first.announced.at(-1)).toBe(11);
    await vi.advanceTimersByTimeAsync(15 * SECOND);
    expect(first.announced.at(-1)).toBe(1);
    killed.isCut = false; // it was only away
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(first.announced.at(-1)).toBe(11);
  });

  it('lets a process that has just begun know at once', async () => {
    const [old, young] = openProcesses(2) as [Process, Process];
    young.isCut = true;
    old.has(7);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    young.isCut = false;
    young.has(1);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(young.announced.at(-1)).toBe(8);
  });

  it('sends many channels in events that the database takes', async () => {
    const [busy, other] = openProcesses(2) as [Process, Process];
    for (let id = 1; id <= 1_000; id += 1) busy.has(1, `private-listeners_${2e9 + id}`);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(busy.sent).toHaveLength(10);
    for (const event of busy.sent) expect(JSON.stringify(event).length).toBeLessThan(7_000);
    expect(other.counts.total(`private-listeners_${2e9 + 1_000}`)).toBe(1);
  });

  it('sends nothing while nobody is counted', async () => {
    const [only] = openProcesses(1) as [Process];
    only.has(1);
    only.has(0);
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(only.sent).toEqual([]);
  });

  it.each([
    {},
    { process: 7, counts: { a: 1 } },
    { process: 'x', counts: null },
    { process: 'x', counts: 'a' },
    { process: 'x', counts: { a: -1, b: '2', c: 1.5, d: null, e: 1e300 } },
    null,
  ])('is not led astray by %j', (data) => {
    const [only] = openProcesses(1) as [Process];
    only.has(1);
    only.counts.hear(data as PushEvent['data']);
    expect(['a', 'b', 'c', 'd', 'e'].map(only.counts.total)).toEqual([1, 0, 0, 0, 0]);
  });
});
