/** The popups of the bar, in one file that is loaded on demand. */
export { NowPlaying } from './now-playing.tsx';
export { PanelPopover } from './panel-popover.tsx';
