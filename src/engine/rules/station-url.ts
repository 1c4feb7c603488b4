/** The id in an address that holds /episode/{id} or /episodes/{id}; null for other addresses. */
export function episodeIdOf(stationUrl: string): number | null {
  const match = /\/episodes?\/(\d+)(?:[/?#]|$)/.exec(stationUrl);
  return match ? Number(match[1]) : null;
}
