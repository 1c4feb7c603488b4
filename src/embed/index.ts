export * from './frame-protocol.ts';
export * from './options.ts';
export { playerUrl } from './player-url.ts';
export { type EmbedSource, iframeSnippet, scriptSnippet, shortcodeSnippet } from './snippets.ts';
