/** The tracking preferences of a browser. */
export interface TrackingSigns {
  navigator: { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };
  /** The value of `document.cookie`. */
  cookie: string;
}

/**
 * True if the listener does not want to be tracked: Do Not Track, Global Privacy Control
 * (https://w3c.github.io/gpc/), or a set cookie `do_not_track` or `dnt`.
 */
export function isTrackingRefused(
  { navigator, cookie }: TrackingSigns = signsOfThePage(),
): boolean {
  return (
    navigator.doNotTrack === '1' ||
    navigator.globalPrivacyControl === true ||
    /(^|;)\s*(do[_-]not[_-]track|dnt)=(1|true|yes)\s*(;|$)/i.test(cookie)
  );
}

function signsOfThePage(): TrackingSigns {
  return { navigator: globalThis.navigator ?? {}, cookie: readCookie() };
}

function readCookie(): string {
  try {
    return document.cookie;
  } catch {
    return ''; // Opaque origins throw, and servers have no document.
  }
}
