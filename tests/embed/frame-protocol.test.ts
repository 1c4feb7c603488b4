import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEvent,
  decodeMethod,
  encodeEvent,
  encodeMethod,
} from '../../src/embed/frame-protocol.ts';

describe('frame protocol', () => {
  it('reads what it writes', () => {
    expect(decodeMethod(encodeMethod({ method: 'setVolume', value: 40 }))).toMatchObject({
      method: 'setVolume',
      value: 40,
    });
    expect(decodeEvent(encodeEvent({ event: 'timeupdate', value: { seconds: 1 } }))).toMatchObject({
      event: 'timeupdate',
    });
  });

  it('ignores other messages', () => {
    const strangers = [
      null,
      5,
      {},
      '',
      '{',
      '{"context":"other"}',
      '{"context":"player.js","method":5}',
      '[]',
      '{}',
    ];
    expect(strangers.map(decodeMethod)).toEqual(strangers.map(() => null));
    fc.assert(fc.property(fc.anything(), (data) => void decodeEvent(data)));
  });
});
