/** The reason why a browser does not reveal its location. */
type PlaceFailure =
  | 'unsupported'
  | 'permission_denied'
  | 'position_unavailable'
  | 'timeout'
  | 'unknown';

/** By the code of a `GeolocationPositionError`. */
const FAILURES: Readonly<Record<number, PlaceFailure>> = {
  1: 'permission_denied',
  2: 'position_unavailable',
  3: 'timeout',
};
const TIMEOUT_MS = 15_000;
const DECIMALS = 3; // about 100 m: a feed is public, and must not reveal the author's home

/** The location of this device, as a `geo:` address (RFC 5870), or the reason why it is unknown. */
export function findOwnPlace(): Promise<{ geo: string } | { failure: PlaceFailure }> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve({ failure: 'unsupported' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const [lat, lon] = [latitude, longitude].map((degrees) =>
          Number(degrees.toFixed(DECIMALS)),
        );
        resolve({ geo: `geo:${lat},${lon}` });
      },
      ({ code }) => resolve({ failure: FAILURES[code] ?? 'unknown' }),
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
