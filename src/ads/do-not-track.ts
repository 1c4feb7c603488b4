/** What a browser says about tracking. */
export interface TrackingSigns {
  navigator: { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };
  /** As `document.cookie` gives it. */
  cookie: string;
}

/**
 * True where the listener does not want to be tracked: Do Not Track, Global Privacy Control
 * (https://w3c.github.io/gpc/), or a cookie `do_not_track` or `dnt` that says so (spec section 5).
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
    return ''; // Opaque origins have none and throw, servers have no document.
  }
}
