/** Texts of the embed dialog in English: apart, because no player has to carry them. */
export const embedDialogEn = {
  dialog: 'Share or embed %title%',
  share: 'Share',
  player: 'Player',
  code_kind: 'Kind of code',
  script: 'Script',
  script_hint: 'For any page. Without scripts it stays a link.',
  shortcode: 'Shortcode',
  shortcode_hint: 'For WordPress and other blogging platforms.',
  iframe: 'iframe',
  iframe_hint: 'Where a page allows no scripts of others.',
  code: 'Code to paste',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  cover: 'Cover',
  enabled: 'Enabled',
  disabled: 'Disabled',
  no_cover: 'There is no cover image',
  playlist: 'Playlist',
  height: 'Height',
  height_bounds: '(min %min_value%px, max %max_value%px)',
  preview: 'Preview',
} as const;

export type EmbedDialogMessageKey = keyof typeof embedDialogEn;
export type EmbedDialogMessages = Readonly<Record<EmbedDialogMessageKey, string>>;
