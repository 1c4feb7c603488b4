/** Accepts only addresses that hold /episode/{id} or /episodes/{id} (spec section 5). Null for others. */
export function episodeIdOf(stationUrl: string): number | null {
  const match = /\/episodes?\/(\d+)(?:[/?#]|$)/.exec(stationUrl);
  return match ? Number(match[1]) : null;
}
