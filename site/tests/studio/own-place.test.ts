import { afterEach, describe, expect, it, vi } from 'vitest';
import { findOwnPlace } from '../../src/studio/own-place.ts';

type Ask = (found: (place: object) => void, failed: (error: object) => void) => void;

const place = (getCurrentPosition: Ask | null) =>
  vi.stubGlobal('navigator', getCurrentPosition ? { geolocation: { getCurrentPosition } } : {});

afterEach(() => vi.unstubAllGlobals());

describe('findOwnPlace', () => {
  it('names the place to about a hundred metres', async () => {
    place((found) => found({ coords: { latitude: 45.43713, longitude: 12.33265 } }));
    expect(await findOwnPlace()).toEqual({ geo: 'geo:45.437,12.333' });
  });

  it.each([
    [1, 'permission_denied'],
    [2, 'position_unavailable'],
    [3, 'timeout'],
    [9, 'unknown'],
  ])('says why a browser that fails with %i does not know it', async (code, failure) => {
    place((_, failed) => failed({ code }));
    expect(await findOwnPlace()).toEqual({ failure });
  });

  it('says that a browser cannot find it out', async () => {
    place(null);
    expect(await findOwnPlace()).toEqual({ failure: 'unsupported' });
  });
});
