/** The few programs that the open list lacks, each with the reason why it matters. Propose them to the list as well. */
export const OWN_PROGRAMS: readonly { name: string; pattern: RegExp; kind: 'listener' | 'bot' }[] =
  [
    // The list has `Newsboat/`, but newsboat and podboat write their name in small letters.
    { name: 'Newsboat', pattern: /^newsboat\//, kind: 'listener' },
    // The list has `kasts `, and `Kasts/` in capitals.
    { name: 'Kasts', pattern: /^kasts\//, kind: 'listener' },
    // It plays the feeds of other hosts in its app.
    { name: 'SoundCloud', pattern: /^SoundCloud/i, kind: 'listener' },
    // A CDN in front of a host fetches each file once for many listeners. Its own log has these.
    { name: 'Amazon CloudFront', pattern: /^Amazon CloudFront\b/, kind: 'bot' },
    // Self-hosted, and asks the same address every minute.
    { name: 'Uptime Kuma', pattern: /^Uptime-Kuma\//, kind: 'bot' },
  ];
