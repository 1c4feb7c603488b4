export {
  createEmbedController,
  type EmbedController,
  type EmbedControllerOptions,
} from './controller.ts';
export { defineEarshotPlayer, type EarshotPlayerElement } from './define-element.ts';
export * from './embed-choice.ts';
export { EmbedError, type EmbedErrorReason } from './embed-error.ts';
export * from './frame-protocol.ts';
export * from './options.ts';
export { type ParsedSnippet, parseSnippet, type SnippetKind } from './parse-snippet.ts';
export { playerUrl } from './player-url.ts';
export { findShortcodes, type Shortcode } from './shortcode.ts';
export { type EmbedSource, iframeSnippet, scriptSnippet, shortcodeSnippet } from './snippets.ts';
export * from './source-item.ts';
