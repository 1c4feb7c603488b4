// Icons that are not drawn at once, with the rules of icons.tsx: lines on a grid of 24 px, filled if the path ends in
// `z`. Each is a separate constant, so that a bundle contains only those that it draws: <Icon path={SEARCH_ICON} />

export const ALERT_ICON = 'M12 8v5m0 3.5h0M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18';
export const CHAPTERS_ICON = 'M4 5h3M4 12h3M4 19h3M11 5h9M11 12h9M11 19h5';
export const CHECK_ICON = 'm5 12.5 5 5 9.5-10.5';
export const CHEVRON_DOWN_ICON = 'm6 9.5 6 6 6-6';
export const CHEVRON_LEFT_ICON = 'm14.5 6-6 6 6 6';
export const CHEVRON_RIGHT_ICON = 'm9.5 6 6 6-6 6';
export const CHEVRON_UP_ICON = 'm6 14.5 6-6 6 6';
export const CLOSE_ICON = 'm6 6 12 12m0-12L6 18';
export const CODE_ICON = 'm8 7-5 5 5 5m8-10 5 5-5 5M14 4l-4 16';
export const DRAG_ICON = 'M9 6h.01m6 0h.01m-6 6h.01m6 0h.01m-6 6h.01m6 0h.01';
export const EXTERNAL_ICON = 'M14 4h6v6m0-6-9 9m7 1v6H4V6h6';
export const LINK_ICON =
  'M10 13.5a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.6 1.6M14 10.5a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.6-1.6';
export const MINUS_ICON = 'M5 12h14';
export const MORE_ICON =
  'M5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1m7 0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1m7 0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z';
export const NOTES_ICON = 'M14 3v5h5M5 3h9l5 5v13H5V3m4 10h6m-6 4h6';
export const PLAYED_ICON = 'M8 12.5l3 3 5.5-6.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18';
export const PLUS_ICON = 'M12 5v14M5 12h14';
export const QUEUE_ICON = 'M4 6h16M4 12h9m-9 6h9m4-5.5v7l4.5-3.5z';
export const RESTART_ICON = 'M4 4v4.5h4.5M4 8.5A8.7 8.7 0 1 1 3.5 14';
export const RESUME_ICON = 'M20 4v4.5h-4.5M20 8.5A8.7 8.7 0 1 0 20.5 14';
export const RSS_ICON = 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M5.5 18.5h.01';
export const SEARCH_ICON = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M20 20l-4.8-4.8';
export const SORT_ICON = 'M7 5v14m-3.5-3.5L7 19l3.5-3.5M14 6h7m-7 6h5m-5 6h3';
export const SPEED_ICON = 'M5.6 18.4a9 9 0 1 1 12.8 0M12 13l4-4.5';
export const TIMER_ICON = 'M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5';
export const VOLUME_LOW_ICON = 'M4 9.5v5h3l5 4v-13l-5 4zM16 9a4.5 4.5 0 0 1 0 6';
