const PATHS = {
  play: 'M8 5.2v13.6a.7.7 0 0 0 1.07.6l10.7-6.8a.7.7 0 0 0 0-1.2L9.07 4.6A.7.7 0 0 0 8 5.2Z',
  pause: 'M7 5h3.2v14H7zM13.8 5H17v14h-3.2z',
  prev: 'M6 6h2v12H6zM19 6.6v10.8a.6.6 0 0 1-.94.5L10 12.5a.6.6 0 0 1 0-1l8.06-5.4a.6.6 0 0 1 .94.5Z',
  next: 'M16 6h2v12h-2zM5 6.6v10.8a.6.6 0 0 0 .94.5L14 12.5a.6.6 0 0 0 0-1L5.94 6.1A.6.6 0 0 0 5 6.6Z',
  volume:
    'M4 9.5v5h3.2L12 18.5v-13L7.2 9.5H4Zm10.5-1.6v1.8a2.6 2.6 0 0 1 0 4.6v1.8a4.3 4.3 0 0 0 0-8.2Zm0-3.6V6a6.2 6.2 0 0 1 0 12v1.7a7.9 7.9 0 0 0 0-15.4Z',
  muted:
    'M4 9.5v5h3.2L12 18.5v-13L7.2 9.5H4Zm16.6.1-1.2-1.2-2.2 2.3-2.3-2.3-1.2 1.2 2.3 2.3-2.3 2.3 1.2 1.2 2.3-2.3 2.2 2.3 1.2-1.2-2.2-2.3z',
  share:
    'M12 3.2 7.6 7.6l1.2 1.2 2.35-2.35V15h1.7V6.45l2.35 2.35 1.2-1.2zM5 12v7.5h14V12h-1.7v5.8H6.7V12z',
  download:
    'M11.15 4h1.7v8.1l2.5-2.5 1.2 1.2L12 15.35 7.45 10.8l1.2-1.2 2.5 2.5zM5 16h1.7v2.3h10.6V16H19v4H5z',
  close:
    'm12 10.8 5.4-5.4 1.2 1.2-5.4 5.4 5.4 5.4-1.2 1.2-5.4-5.4-5.4 5.4-1.2-1.2 5.4-5.4-5.4-5.4 1.2-1.2z',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: the control around it has the accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="es-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
