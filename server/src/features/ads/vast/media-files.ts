import { attributeOf, type XmlElement } from '../../../platform/xml/xml-element.ts';
import { addressesIn, child, children } from './vast-elements.ts';

export interface Sound {
  url: string;
  /** Media type without parameters, e.g. `audio/mpeg`. */
  type: string;
}

/** The types to request from the ad server (`[MEDIAMIME]`): the best first, because every browser plays MP3. */
export const WANTED_TYPES: readonly string[] = ['audio/mpeg', 'audio/mp4', 'audio/aac'];

const OTHER_NAMES = new Map([
  ['audio/mp3', 'audio/mpeg'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
]);

/** Playlists. Some ad servers call them files. */
const STREAM = /mpegurl|dash/;

/** The playable files of a linear ad, the first choice first. */
export function soundsOf(linear: XmlElement, isSecure: boolean): Sound[] {
  const files = children(child(linear, 'MediaFiles'), 'MediaFile');
  return files
    .flatMap(readSound)
    .filter(({ url }) => !isSecure || url.startsWith('https:'))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function readSound(file: XmlElement): Sound[] {
  const type = typeOf(file);
  const isStream =
    attributeOf(file, 'delivery')?.toLowerCase() === 'streaming' || STREAM.test(type);
  const [url] = addressesIn([file]);
  return url && type.startsWith('audio/') && !isStream ? [{ url, type }] : [];
}

function typeOf(file: XmlElement): string {
  const [type = ''] = (attributeOf(file, 'type') ?? '').toLowerCase().split(';');
  return OTHER_NAMES.get(type.trim()) ?? type.trim();
}

function rankOf({ type }: Sound): number {
  const rank = WANTED_TYPES.indexOf(type);
  return rank === -1 ? WANTED_TYPES.length : rank;
}
