import {
  EMBED_HEIGHT_DEFAULT_PLAIN_PX,
  EMBED_HEIGHT_DEFAULT_RICH_PX,
  EMBED_HEIGHT_KEY_FIRST,
  EMBED_HEIGHT_KEY_LAST,
  EMBED_HEIGHT_MAX_PLAIN_PX,
  EMBED_HEIGHT_MAX_RICH_PX,
  EMBED_HEIGHT_MIN_PX,
} from '../contract/limits.ts';
import { DEFAULT_WIDTH, type EmbedOptions } from './option-table.ts';
import type { EmbedSourceItem, EmbedWidgetSettings } from './source-item.ts';
import { timeRange } from './time-range.ts';

/** The author's choices in the embed dialog. */
export interface EmbedChoice {
  /** `automatic`: the listener's system decides, and the snippet contains no theme. */
  readonly theme: 'automatic' | 'light' | 'dark';
  readonly cover: boolean;
  readonly playlist: 'show' | false;
  /** CSS pixels as typed, even out of bounds; null for the default of the other choices. */
  readonly height: number | null;
  /** `640px` or `80%`. */
  readonly width: string;
  /** Six hexadecimal digits; null for the colour of the artwork. */
  readonly color: string | null;
  /** Second of the content. */
  readonly startAt: number;
  /** The same; null for the end. It is ignored if it is not after the start. */
  readonly stopAt: number | null;
  /** The quote whose words play, wherever they are. Another start or end replaces it. */
  readonly quote: string | null;
  readonly autoplay: boolean;
  /** The page loads no player before a click, which only scripts can do. */
  readonly loadOnClick: boolean;
}

const PLAIN = {
  height: null,
  width: DEFAULT_WIDTH,
  color: null,
  startAt: 0,
  stopAt: null,
  quote: null,
  autoplay: false,
  loadOnClick: false,
} as const;

/** Without a picture the cover is off, and the choice is locked. */
export function isCoverLocked({ widget_cover }: EmbedWidgetSettings): boolean {
  return widget_cover === null;
}

export function initialChoice(
  settings: EmbedWidgetSettings,
  part?: EmbedSourceItem['part'],
): EmbedChoice {
  const { widget_playlist: playlist } = settings;
  return {
    ...PLAIN,
    ...(part && { startAt: part.start, stopAt: part.end, quote: part.quote ?? null }),
    theme: 'automatic',
    cover: !isCoverLocked(settings),
    playlist,
  };
}

/** The choice that corresponds to a player with these options; `height` is its frame's, in CSS pixels. */
export function choiceOf(options: EmbedOptions, height: number, settings: EmbedWidgetSettings) {
  const { theme = 'automatic', cover, playlist = settings.widget_playlist || 'false' } = options;
  const choice: EmbedChoice = {
    ...PLAIN,
    theme,
    width: options.width ?? DEFAULT_WIDTH,
    color: options.color ?? null,
    startAt: options.t ?? 0,
    stopAt: options['t-end'] ?? null,
    quote: options.quote ?? null,
    autoplay: options.autoplay ?? false,
    cover: cover !== undefined,
    playlist: playlist === 'show' ? playlist : false,
    height,
  };
  return changeChoice(choice, {}, settings);
}

export function changeChoice(
  choice: EmbedChoice,
  change: Partial<EmbedChoice>,
  settings: EmbedWidgetSettings,
): EmbedChoice {
  const isMoved = 'startAt' in change || 'stopAt' in change;
  const next = { ...choice, ...(isMoved ? { quote: null } : {}), ...change };
  return { ...next, cover: next.cover && !isCoverLocked(settings) };
}

const isRich = ({ cover, playlist }: EmbedChoice) => cover || playlist !== false;

/** Minimum and maximum height in CSS pixels. */
export function heightBounds(choice: EmbedChoice): { min: number; max: number } {
  const max = isRich(choice) ? EMBED_HEIGHT_MAX_RICH_PX : EMBED_HEIGHT_MAX_PLAIN_PX;
  return { min: EMBED_HEIGHT_MIN_PX, max };
}

/** Height of the player in CSS pixels: as typed, within its bounds. */
export function heightOf(choice: EmbedChoice): number {
  const fallback = isRich(choice) ? EMBED_HEIGHT_DEFAULT_RICH_PX : EMBED_HEIGHT_DEFAULT_PLAIN_PX;
  const { min, max } = heightBounds(choice);
  return Math.min(max, Math.max(min, choice.height ?? fallback));
}

/** Whole pixels of a typed text, `300` or `300px`; null if it is empty, undefined if it is no height. */
export function readHeight(text: string): number | null | undefined {
  const match = /^\s*(?:(\d{1,5})\s*(?:px)?\s*)?$/i.exec(text);
  if (match) return match[1] ? Number(match[1]) : null;
}

/** Whether a key of this code changes the height: backspace, letters and digits. */
export function isHeightKey(keyCode: number): boolean {
  const isWriting = keyCode >= EMBED_HEIGHT_KEY_FIRST && keyCode <= EMBED_HEIGHT_KEY_LAST;
  return keyCode === BACKSPACE || isWriting;
}

const BACKSPACE = 8;

/** The options of the chosen player, for snippets and the player's address. */
export function chosenOptions(choice: EmbedChoice, settings: EmbedWidgetSettings): EmbedOptions {
  const { widget_resource: resource, widget_cover } = settings;
  const { end } = timeRange(choice.startAt, choice.stopAt);
  return {
    resource,
    ...(choice.theme === 'automatic' ? {} : { theme: choice.theme }),
    ...(choice.cover && widget_cover !== null ? { cover: widget_cover } : {}),
    playlist: choice.playlist || 'false',
    width: choice.width,
    height: `${heightOf(choice)}px`,
    ...(choice.autoplay ? { autoplay: true } : {}),
    ...(choice.color === null ? {} : { color: choice.color }),
    ...(choice.quote === null ? partOf(choice.startAt, end) : { quote: choice.quote }),
  };
}

const partOf = (start: number, end: number | null) => ({
  ...(start > 0 ? { t: start } : {}),
  ...(end === null ? {} : { 't-end': end }),
});
