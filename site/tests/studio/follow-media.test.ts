// @vitest-environment happy-dom
import type { Media } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followMedia, type MediaEvent } from '../../src/studio/follow-media.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  const scope = createScope();
  const ask = vi.fn(async () => ({ media_id: 1, state: 'processing', progress: 10 }) as Media);
  const onChange = vi.fn();
  let tell = (_event: MediaEvent) => {};
  followMedia({
    mediaId: 1,
    scope,
    ask,
    onChange,
    hear({ onMedia }) {
      tell = onMedia;
    },
  });
  return { scope, ask, onChange, tell: (event: MediaEvent) => tell(event) };
}

describe('followMedia', () => {
  it('asks again and again while nobody tells it anything', async () => {
    const { scope, ask, onChange } = follow();
    await vi.advanceTimersByTimeAsync(6_100);
    expect(ask).toHaveBeenCalledTimes(4);
    expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ progress: 10 }));
    scope.dispose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it('goes on after an answer that did not arrive', async () => {
    const { ask, onChange } = follow();
    ask.mockRejectedValueOnce(new Error('offline'));
    await vi.advanceTimersByTimeAsync(3_100);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('follows what it is told, and hardly asks meanwhile', async () => {
    const { ask, onChange, tell } = follow();
    for (let progress = 1; progress <= 20; progress++) {
      tell({ media_id: 1, state: 'processing', progress });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(ask).not.toHaveBeenCalled();
    expect(onChange).toHaveBeenLastCalledWith({ state: 'processing', progress: 20 });
  });

  it('asks at once when it is told of the end, and again if the events cease', async () => {
    const { ask, tell } = follow();
    tell({ media_id: 1, state: 'processing', progress: 1 });
    await vi.advanceTimersByTimeAsync(15_100);
    expect(ask).toHaveBeenCalledTimes(1);
    tell({ media_id: 1, state: 'ready', progress: 100 });
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('keeps away from events of other files', async () => {
    const { ask, onChange, tell } = follow();
    tell({ media_id: 2, state: 'ready', progress: 100 });
    expect(onChange).not.toHaveBeenCalled();
    expect(ask).not.toHaveBeenCalled();
  });
});
