// The icons that every player draws at once, on a grid of 24 px. They are lines of 2 px; a path that ends in `z` is
// also filled. The other icons are in more-icons.ts, because this file is part of every player's script.
const PATHS = {
  play: 'M8 5.5v13L19 12z',
  pause: 'M8 6h1v12H8zm7 0h1v12h-1z',
  prev: 'M6 6v12M18 6v12l-8.5-6z',
  next: 'M18 6v12M6 6v12l8.5-6z',
  back: 'M12.5 1.5 9 5h3a8 8 0 1 1-8 8M9 5l3.5 3.5',
  forward: 'M11.5 1.5 15 5h-3a8 8 0 1 0 8 8M15 5l-3.5 3.5',
  volume: 'M4 9.5v5h3l5 4v-13l-5 4zM16 9a4.5 4.5 0 0 1 0 6m2.5-8.5a8 8 0 0 1 0 11',
  muted: 'M4 9.5v5h3l5 4v-13l-5 4zM16 9.5l5 5m0-5-5 5',
  share: 'M12 14V3M8 7l4-4 4 4M8 11H5v9h14v-9h-3',
  download: 'M12 3v11m-4-4 4 4 4-4M5 16v4h14v-4',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01m0 6h.01m0 6h.01',
} as const;

export type IconName = keyof typeof PATHS;

export interface IconProps {
  /** An icon that every player has. */
  name?: IconName;
  /** Another icon: a constant of more-icons.ts. */
  path?: string;
  /** A number inside the icon: the seconds of `back` and `forward`. */
  number?: number;
}

/** Decorative: the control around it has the accessible name. */
export function Icon({ name = 'play', path = PATHS[name], number }: IconProps) {
  return (
    <svg className="es-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
      {number && (
        <text x="12" y="15.7">
          {number}
        </text>
      )}
    </svg>
  );
}
