import type { Show } from 'earshot/contract';

/** The options with a field of their own. Others that a program has set are kept. */
const HIDDEN = ['hide-sharing', 'hide-download', 'hide-logo'] as const;
const FIELDS = ['theme', 'color', 'panel', ...HIDDEN] as const;

const nameOf = (option: string) => `player_${option.replaceAll('-', '_')}` as const;

/** The fields for the players of a show on other pages. */
export function toPlayerValues({ player_options = '', player_override = false }: Show) {
  const options = new URLSearchParams(player_options);
  const isHidden = (name: (typeof HIDDEN)[number]) => options.get(name) === 'true';
  const color = options.get('color');
  return {
    player_options,
    player_override,
    player_theme: options.get('theme') ?? '',
    player_color: color === null ? '' : `#${color}`,
    player_panel: options.get('panel') ?? '',
    player_hide_sharing: isHidden('hide-sharing'),
    player_hide_download: isHidden('hide-download'),
    player_hide_logo: isHidden('hide-logo'),
  };
}

type PlayerValues = ReturnType<typeof toPlayerValues>;

/** Joins the fields to the text that the API reads. */
export function withPlayerOptions<Values extends PlayerValues>(values: Values) {
  const {
    player_theme,
    player_color,
    player_panel,
    player_hide_sharing,
    player_hide_download,
    player_hide_logo,
    ...rest
  } = values;
  const typed: Readonly<Record<string, string | boolean>> = values;
  const options = new URLSearchParams(values.player_options);
  for (const option of FIELDS) {
    const value = typed[nameOf(option)];
    if (value) options.set(option, String(value).trim());
    else options.delete(option);
  }
  return { ...rest, player_options: options.toString() };
}
