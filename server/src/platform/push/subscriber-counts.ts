import { randomUUID } from 'node:crypto';
import type { PushEvent } from './push-event.ts';

export interface CountsOptions {
  /** Connections of this process in a channel. */
  countHere(channel: string): number;
  /** Tells the members of this process a new total. */
  announce(channel: string, total: number): void;
  /** Carries what this process counts to all processes. */
  publish(events: readonly PushEvent[]): void;
}

/** How many connections have joined a channel, in all processes. */
export interface SubscriberCounts {
  /** A connection of this process has joined the channel, or left it. */
  change(channel: string): void;
  total(channel: string): number;
  /** Channels that other processes count. */
  elsewhere(): string[];
  /** What a process counts: the data of an event on `COUNTS_CHANNEL`. */
  hear(data: PushEvent['data']): void;
  /** Takes the counts of this process back. */
  close(): void;
}

/** Nobody can join it: processes talk to each other here. */
export const COUNTS_CHANNEL = 'subscriber-counts';

const ROUND_MS = 1_000; // of many changes within it, everybody hears the last
const MANY = 100; // members who hear every round
const ROUND_OF_MANY_MS = 5_000; // 10,000 members cost a process 2,000 messages a second
const REPEAT_MS = 5_000;
const EXPIRY_MS = 15_000; // a killed process takes nothing back
const CHANNELS_PER_EVENT = 100; // 40 bytes each, of the 7,000 that an event may have

interface Heard {
  count: number;
  at: number;
}

/**
 * Each process tells all others what it counts: within a second after a change, and again every five seconds. What is not
 * repeated is forgotten.
 */
export function createSubscriberCounts({
  countHere,
  announce,
  publish,
}: CountsOptions): SubscriberCounts {
  const self = randomUUID();
  const elsewhere = new Map<string, Map<string, Heard>>(); // by channel, then by process
  const told = new Map<string, number>();
  const announced = new Map<string, { total: number; at: number }>();
  const changed = new Set<string>();
  let round: NodeJS.Timeout | null = null;
  let isClosed = false;
  const repeating = setInterval(repeat, REPEAT_MS).unref();

  function total(channel: string): number {
    let sum = countHere(channel);
    for (const { count } of elsewhere.get(channel)?.values() ?? []) sum += count;
    return sum;
  }

  function change(channel: string): void {
    if (isClosed) return;
    changed.add(channel);
    round ??= setTimeout(finishRound, ROUND_MS).unref();
  }

  function finishRound(): void {
    round = null;
    const channels = [...changed];
    changed.clear();
    tell(channels.filter((channel) => countHere(channel) !== (told.get(channel) ?? 0)));
    for (const channel of channels) announceInTime(channel);
  }

  function tell(channels: readonly string[], count = countHere): void {
    const counts = channels.map((channel) => [channel, count(channel)] as const);
    for (const [channel, here] of counts) {
      if (here > 0) told.set(channel, here);
      else told.delete(channel);
    }
    const events: PushEvent[] = [];
    for (let start = 0; start < counts.length; start += CHANNELS_PER_EVENT) {
      const part = Object.fromEntries(counts.slice(start, start + CHANNELS_PER_EVENT));
      const data = { process: self, counts: part };
      events.push({ channel: COUNTS_CHANNEL, event: 'counts', data });
    }
    publish(events);
  }

  function announceInTime(channel: string): void {
    const here = countHere(channel);
    if (here === 0) {
      announced.delete(channel);
      return;
    }
    const last = announced.get(channel);
    const now = total(channel);
    if (now === last?.total) return;
    const pause = here > MANY ? ROUND_OF_MANY_MS : 0;
    if (last && Date.now() < last.at + pause) {
      change(channel); // in a later round
      return;
    }
    announced.set(channel, { total: now, at: Date.now() });
    announce(channel, now);
  }

  function repeat(): void {
    tell([...told.keys()]);
    const oldest = Date.now() - EXPIRY_MS;
    for (const [channel, processes] of elsewhere) {
      for (const [process, { at }] of processes) {
        if (at < oldest) forget(channel, process);
      }
    }
  }

  function forget(channel: string, process: string): void {
    const processes = elsewhere.get(channel);
    if (!processes?.delete(process)) return;
    if (processes.size === 0) elsewhere.delete(channel);
    change(channel);
  }

  function note(channel: string, process: string, count: number): void {
    if (count === 0) {
      forget(channel, process);
      return;
    }
    const processes = elsewhere.get(channel) ?? new Map<string, Heard>();
    elsewhere.set(channel, processes);
    const before = processes.get(process);
    processes.set(process, { count, at: Date.now() });
    if (before?.count !== count) change(channel);
    // A process that has just begun to count does not know what the others have.
    if (!before) told.delete(channel);
  }

  return {
    change,
    total,
    elsewhere: () => [...elsewhere.keys()],
    hear(data) {
      const { process, counts } = typeof data === 'object' && data !== null ? data : {};
      if (isClosed || typeof process !== 'string' || process === self) return;
      for (const [channel, count] of Object.entries(counts ?? {})) {
        if (Number.isSafeInteger(count) && count >= 0) note(channel, process, count);
      }
    },
    close() {
      isClosed = true;
      if (round) clearTimeout(round);
      clearInterval(repeating);
      tell([...told.keys()], () => 0);
    },
  };
}
