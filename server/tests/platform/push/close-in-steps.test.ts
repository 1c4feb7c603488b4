import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeInSteps } from '../../../src/platform/push/close-in-steps.ts';
import type { Connection } from '../../../src/platform/push/connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('closeInSteps', () => {
  it('closes 200 connections a second', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    const connections = Array.from({ length: 1_000 }, () => ({ close }) as unknown as Connection);
    closeInSteps(connections, 'LOGIN_ENDED');
    expect(closed).toBe(20);
    await vi.advanceTimersByTimeAsync(900);
    expect(closed).toBe(200);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(closed).toBe(1_000);
  });
});
