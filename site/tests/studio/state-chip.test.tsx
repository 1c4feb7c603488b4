// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';
import { StateChip } from '../../src/studio/state-chip.tsx';
import { pageWith } from '../helpers/page-with.tsx';

const HOUR_MS = 3_600_000;
const refresh = vi.fn(async () => {});

/** Shows the state of an episode that is published in some hours. Returns how to leave the page. */
async function open(state: 'scheduled' | 'published', hours: number) {
  const published_at = new Date(Date.now() + hours * HOUR_MS).toISOString();
  const client = { refresh } as unknown as SiteClient;
  const root = createRoot(document.createElement('div'));
  const chip = <StateChip of={{ state, published_at }} />;
  await act(async () => root.render(pageWith(chip, { client, texts: { studio: {} } })));
  return () => act(async () => root.unmount());
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  refresh.mockClear();
});

describe('the state of a scheduled episode', () => {
  it('is read again soon after its publication', async () => {
    await open('scheduled', 1);
    vi.advanceTimersByTime(HOUR_MS);
    expect(refresh).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('is not read again if the page was left, or the time is over or further away than a timer can wait', async () => {
    const leave = await open('scheduled', 1);
    await leave();
    await open('scheduled', -1);
    await open('scheduled', 24 * 365);
    await open('published', 1);
    vi.advanceTimersByTime(24 * HOUR_MS);
    expect(refresh).not.toHaveBeenCalled();
  });
});
