/** One rule of each of ten features, and how to break it. Each text to replace stands once in its file. */
export const MUTATIONS = [
  {
    rule: 'Unmuting restores at least volume 25',
    file: 'src/engine/rules/volume.ts',
    from: 'Math.max(VOLUME_UNMUTE_MIN, state.audible)',
    to: 'state.audible',
  },
  {
    rule: 'A beacon is sent again after 429',
    file: 'src/beacons/retry-policy.ts',
    from: 'status === 429',
    to: 'status === 430',
  },
  {
    rule: 'A listener who refuses tracking is not identified to the ad server',
    file: 'src/ads/ad-source.ts',
    from: '...identity(isTrackingRefused(), clock.now()),',
    to: '...identity(false, clock.now()),',
  },
  {
    rule: 'Results of the search leave room for a heading of 36 px',
    file: 'site/src/search/trim-results.ts',
    from: 'const HEAD_PX = 36;',
    to: 'const HEAD_PX = 0;',
  },
  {
    rule: 'Lists have no drafts and no private episodes',
    file: 'server/src/features/policy/visible.ts',
    from: '(episodes.is_listed and ',
    to: '(',
  },
  {
    rule: 'The cookie of a session is out of reach of scripts',
    file: 'server/src/features/accounts/session-cookie.ts',
    from: 'httpOnly: true,',
    to: 'httpOnly: false,',
  },
  {
    rule: 'A piece of an upload at another offset is refused',
    file: 'server/src/features/uploads/tus.ts',
    from: 'if (upload.receivedSize !== offset) throw otherOffset();',
    to: '',
  },
  {
    rule: 'A plan stays in force for the days of grace after a failed payment',
    file: 'server/src/features/payments/subscription-state.ts',
    from: "const isOpen = status === 'active' || status === 'past_due';",
    to: "const isOpen = status === 'active';",
  },
  {
    rule: 'Guesses of a password are limited',
    file: 'server/src/platform/limits/limit-table.ts',
    from: 'account: { points: 10, seconds: QUARTER_S },',
    to: 'account: { points: 10_000, seconds: QUARTER_S },',
  },
  {
    rule: 'A page that members share shows each of them their own like',
    file: 'server/src/features/site/member-view.ts',
    from: 'isSpecial ? null : { isMarked }',
    to: 'isSpecial ? null : { isMarked: false }',
  },
];
