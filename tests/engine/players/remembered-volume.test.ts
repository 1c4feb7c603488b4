import { describe, expect, it } from 'vitest';
import { readSettings, rememberSetting } from '../../../src/engine/players/remembered-volume.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';

const emptyStorage = () =>
  createKeyValue(() => {
    throw new Error('refused');
  });

describe('the settings of a listener', () => {
  it('are remembered one by one', () => {
    const storage = emptyStorage();
    expect(readSettings(storage)).toEqual({});
    rememberSetting(storage, { playbackRate: 1.5 });
    rememberSetting(storage, { volume: 0 });
    expect(readSettings(storage)).toEqual({ playbackRate: 1.5, volume: 0 });
  });

  it.each(['{', 'null', '7', '{"volume":"loud","playbackRate":-1}'])('survive %s', (text) => {
    const storage = emptyStorage();
    storage.set('earshot.settings', text);
    expect(readSettings(storage)).toEqual({});
  });
});
