import { randomInt } from 'node:crypto';
import type { AdPosition } from 'earshot-site/contract';
import { WANTED_TYPES } from './media-files.ts';

/** Values of VAST macros, by name without brackets. */
export type Macros = Readonly<Record<string, string | number>>;

const UNKNOWN = '-1'; // VAST 4.2, 6.1: the value is unknown
const MACRO = /\[([A-Z][A-Z0-9_]*)\]|%5[Bb]([A-Z][A-Z0-9_]*)%5[Dd]/g;

/** Replaces the macros of an address (VAST 4.2, 6). Unknown ones become -1. */
export function fillMacros(address: string, macros: Macros): string {
  const all: Macros = {
    CACHEBUSTING: String(randomInt(100_000_000)).padStart(8, '0'),
    TIMESTAMP: new Date().toISOString(),
    ...macros,
  };
  return address.replace(MACRO, (_, plain?: string, encoded?: string) =>
    encodeURIComponent(all[plain ?? encoded ?? ''] ?? UNKNOWN),
  );
}

const BREAKS: Readonly<Record<AdPosition, number>> = { pre: 1, mid: 2, post: 3 };

/** The position of an ad in an episode. */
export interface Break {
  episodeId: number;
  position: AdPosition;
}

/** The data that the ad server may receive in its own address and in those of its trackers. */
export const macrosOf = ({ episodeId, position }: Break, isTrackingRefused: boolean): Macros => ({
  ADTYPE: 'audio',
  BREAKPOSITION: BREAKS[position],
  CONTENTID: episodeId,
  MEDIAMIME: WANTED_TYPES.join(','),
  LIMITADTRACKING: isTrackingRefused ? 1 : 0,
});

/** The reasons why an ad was not played (VAST 4.2, 2.3.6.3). */
export const VAST_ERROR = {
  BROKEN: 100,
  OTHER_DURATION: 202,
  BROKEN_WRAPPER: 300,
  WRAPPER_TIMEOUT: 301,
  WRAPPER_LIMIT: 302,
  NO_AD: 303,
  NO_SOUND: 403,
  NOT_PLAYED: 405,
} as const;
