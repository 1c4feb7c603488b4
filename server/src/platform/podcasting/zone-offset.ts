/** The names of zones in feeds, by their hours from UTC. RFC 5322 defines those of the United States. */
const NAMES: Readonly<Record<string, string>> = {
  '-10': 'hst',
  '-9': 'akst',
  '-8': 'pst akdt',
  '-7': 'mst pdt',
  '-6': 'cst mdt',
  '-5': 'est cdt',
  '-4': 'ast edt clt',
  '-3.5': 'nst',
  '-3': 'adt brt art clst',
  '-2.5': 'ndt',
  '-2': 'brst',
  '0': 'z ut utc gmt wet',
  '1': 'bst west cet met mez wat',
  '2': 'cest mest mesz eet cat sast',
  '3': 'eest msk trt eat',
  '4': 'msd gst',
  '5': 'pkt',
  '5.5': 'ist',
  '7': 'ict wib',
  '8': 'hkt sgt pht awst',
  '9': 'jst kst',
  '9.5': 'acst',
  '10': 'aest',
  '10.5': 'acdt',
  '11': 'aedt',
  '12': 'nzst',
  '13': 'nzdt',
};

const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries(NAMES).flatMap(([hours, names]) =>
    names.split(' ').map((name) => [name, Number(hours)] as const),
  ),
);

/** Names whose offset depends on the date. */
const PLACES: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
};

const ZONE = /^[\s,]*([a-z]+(?:\/[a-z_/]+)?)?\s?(?:([+\-\u2212])(\d{1,2}):?(\d{2})?(?!\d))?/;
const HOURS_MAX = 14;

/**
 * The offset from UTC that the first of these texts begins with, in minutes. An offset counts more than a name before
 * it. 0 for unknown names (RFC 5322, section 4.3).
 */
export function offsetMinutes(texts: readonly string[], local: number): number {
  for (const text of texts) {
    const [, name = '', sign, hours, minutes = '0'] = ZONE.exec(text) ?? [];
    const size = Number(hours) * 60 + Number(minutes);
    if (sign && size <= HOURS_MAX * 60) return sign === '+' ? size : -size;
    const zone = ZONES.get(name);
    if (zone !== undefined) return zone * 60;
    const place = PLACES[name] ?? (name.includes('/') ? name : null);
    if (place) return offsetAt(place, local);
  }
  return 0;
}

/** The offset of a time zone such as `Europe/Berlin`. */
function offsetAt(timeZone: string, time: number): number {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(time)) ?? [];
    const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
    return sign === '-' ? -size : size;
  } catch {
    return 0; // a RangeError for an unknown zone
  }
}
