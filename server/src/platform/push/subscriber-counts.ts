import { randomUUID } from 'node:crypto';
import type { PushEvent } from './push-event.ts';

export interface CountsOptions {
  /** Connections of this process in a channel. */
  countHere(channel: string): number;
  /** Sends a new total to the members in this process. */
  announce(channel: string, total: number): void;
  /** Sends the counts of this process to all processes. */
  publish(events: readonly PushEvent[]): void;
  times?: Partial<CountTimes> | undefined;
}

/** The rhythm of the counts. */
export interface CountTimes {
  /** Of many changes within a round, only the last is sent. */
  roundMs: number;
  repeatMs: number;
  /** A killed process withdraws nothing: its counts are forgotten after this time. */
  expiryMs: number;
}

/** The number of connections in a channel, in all processes. */
export interface SubscriberCounts {
  /** A connection of this process has joined the channel, or left it. */
  change(channel: string): void;
  total(channel: string): number;
  /** Reads the counts of a process: the data of an event on `COUNTS_CHANNEL`. */
  hear(data: PushEvent['data']): void;
  /** Withdraws the counts of this process. */
  close(): void;
}

/** Clients cannot join it: processes use it to talk to each other. */
export const COUNTS_CHANNEL = 'subscriber-counts';

const TIMES: CountTimes = { roundMs: 1_000, repeatMs: 5_000, expiryMs: 15_000 };
const MANY = 100; // members that receive every round
const ROUND_OF_MANY_MS = 5_000; // 10,000 members cost a process 2,000 messages a second
const CHANNELS_PER_EVENT = 100; // 40 bytes each, of the 7,000 that an event may have

interface Heard {
  count: number;
  at: number;
}

/**
 * Each process sends its counts to all others: within a second after a change, and again every five seconds. Counts
 * that are not repeated are dropped.
 */
export function createSubscriberCounts({
  countHere,
  announce,
  publish,
  times,
}: CountsOptions): SubscriberCounts {
  const { roundMs, repeatMs, expiryMs } = { ...TIMES, ...times };
  const self = randomUUID();
  const elsewhere = new Map<string, Map<string, Heard>>(); // by channel, then by process
  const told = new Map<string, number>();
  const announced = new Map<string, { total: number; at: number }>();
  const changed = new Set<string>();
  let round: NodeJS.Timeout | null = null;
  let isClosed = false;
  const repeating = setInterval(repeat, repeatMs).unref();

  function total(channel: string): number {
    let sum = countHere(channel);
    for (const { count } of elsewhere.get(channel)?.values() ?? []) sum += count;
    return sum;
  }

  function change(channel: string): void {
    if (isClosed) return;
    changed.add(channel);
    round ??= setTimeout(finishRound, roundMs).unref();
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
    const oldest = Date.now() - expiryMs;
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
    // A process that has just begun to count does not know the counts of the others.
    if (!before) told.delete(channel);
  }

  return {
    change,
    total,
    hear(data) {
      const { process, counts } = data ?? {}; // another process may send anything
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
