import { describe, expect, it, vi } from 'vitest';
import { createPlayOut } from '../../../src/engine/sound/play-out.ts';
import { createScope } from '../../../src/lib/scope.ts';
import { fakeTime, pass } from '../../helpers/fake-time.ts';

fakeTime();

function setUp() {
  const audio = { currentTime: 10, ended: false };
  const onOver = vi.fn();
  const playOut = createPlayOut(createScope(), audio as HTMLAudioElement, onOver);
  return { audio, onOver, playOut };
}

describe('createPlayOut', () => {
  it('is over where an element stands still that has played what it had', async () => {
    const { audio, onOver, playOut } = setUp();
    playOut.start();
    for (let second = 11; second < 15; second++) {
      audio.currentTime = second;
      await pass(0.5);
    }
    expect(onOver).not.toHaveBeenCalled();
    await pass(0.5);
    expect(onOver).toHaveBeenCalledExactlyOnceWith(14);
  });

  it('takes an end that comes too early for a standstill, and the end of the file for an end', async () => {
    const { audio, onOver, playOut } = setUp();
    playOut.start();
    expect([playOut.isBefore(100), playOut.isBefore(10.5)]).toEqual([true, false]);
    Object.assign(audio, { currentTime: 11, ended: true });
    await pass(0.5);
    expect(onOver).toHaveBeenCalledExactlyOnceWith(10);
  });

  it('leaves no timer behind when it stops', async () => {
    const { onOver, playOut } = setUp();
    playOut.start();
    playOut.stop();
    await pass(5);
    expect([playOut.isOn, onOver.mock.calls.length, vi.getTimerCount()]).toEqual([false, 0, 0]);
  });
});
