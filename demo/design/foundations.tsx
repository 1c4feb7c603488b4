import * as pieces from 'earshot/bar';
import { Icon, type IconName } from 'earshot/react';

const COLOURS = [
  ...['ground', 'surface', 'raised', 'ink', 'quiet', 'line', 'rail', 'control'],
  ...['accent', 'on-accent', 'accent-ink', 'accent-rail', 'hover', 'pressed', 'alert'],
];

export function Colours() {
  return (
    <ul className="dg-colours">
      {COLOURS.map((name) => (
        <li key={name}>
          <i style={{ background: `var(--es-${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

export function Type() {
  return (
    <ul className="dg-type">
      {[7, 6, 5, 4, 3, 2, 1].map((step) => (
        <li key={step} style={{ fontSize: `var(--es-text-${step})` }}>
          {step} Why rooms sing
        </li>
      ))}
    </ul>
  );
}

export function Shapes() {
  return (
    <div className="dg-row">
      {['1', '2', '3', 'full'].map((radius) => (
        <i key={radius} className="dg-box" style={{ borderRadius: `var(--es-radius-${radius})` }}>
          {radius}
        </i>
      ))}
      {[1, 2].map((shadow) => (
        <i key={shadow} className="dg-box" style={{ boxShadow: `var(--es-shadow-${shadow})` }}>
          shadow {shadow}
        </i>
      ))}
      {[1, 2, 3, 4, 5, 6, 7, 8].map((space) => (
        <i key={space} className="dg-space" style={{ width: `var(--es-space-${space})` }} />
      ))}
    </div>
  );
}

const AT_ONCE: readonly IconName[] = [
  ...(['play', 'pause', 'prev', 'next', 'volume', 'muted', 'share', 'download', 'list'] as const),
];
const NETWORKS = ['facebook', 'x', 'mastodon', 'bluesky', 'whatsapp'] as const;

/** The icons that are constants, by their names: `TIMER_ICON`. */
const MORE = Object.entries(pieces).flatMap(([name, path]) =>
  name.endsWith('_ICON') && typeof path === 'string' ? [[name, path] as const] : [],
);

export function Icons() {
  return (
    <div className="dg-row">
      {AT_ONCE.map((name) => (
        <span key={name} title={name}>
          <Icon name={name} />
        </span>
      ))}
      <span className="es-seconds">
        <Icon name="back" number={15} />
      </span>
      <span className="es-seconds">
        <Icon name="forward" number={30} />
      </span>
      {MORE.map(([name, path]) => (
        <span key={name} title={name}>
          <Icon path={path} />
        </span>
      ))}
      {NETWORKS.map((name) => (
        <span key={name} title={name}>
          <pieces.NetworkIcon name={name} />
        </span>
      ))}
    </div>
  );
}
