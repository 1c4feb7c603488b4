export {
  createEmbedController,
  type EmbedController,
  type EmbedControllerOptions,
} from './controller.ts';
export { defineEarshotPlayer, type EarshotPlayerElement } from './define-element.ts';
export type { EarshotPlayerAttributes } from './element-attributes.ts';
export type { ElementTrackMode } from './element-tracks.ts';
export { EmbedError, type EmbedErrorReason } from './embed-error.ts';
export {
  type EmbedCapabilities,
  type EmbedEvents,
  EVENTS,
  type EventName,
  METHODS,
  type MethodMessage,
  type MethodName,
  type PlayFailure,
} from './frame-protocol.ts';
export {
  type EmbedOptionName,
  type EmbedOptions,
  OPTION_NAMES,
  type OptionGroup,
} from './option-table.ts';
export { parsePlayerQuery, readOptions } from './options.ts';
export { type ParsedSnippet, parseSnippet } from './parse-snippet.ts';
export { playerUrl } from './player-url.ts';
export { findShortcodes, type Shortcode } from './shortcode.ts';
export {
  type EmbedSource,
  iframeSnippet,
  type SnippetKind,
  scriptSnippet,
  shortcodeSnippet,
} from './snippets.ts';
export {
  type EmbedSourceItem,
  type EmbedWidgetSettings,
  episodeItem,
  showItem,
  widgetSettings,
} from './source-item.ts';
export { type EmbedText, textSnippet } from './text-snippet.ts';
export type { EmbedCue, EmbedTextTrack, TrackKind } from './text-track.ts';
export type { TimeRange } from './time-range.ts';
