import { randomBytes } from 'node:crypto';

/** All that a count reads from the name of a program. */
export interface ProgramFacts {
  app: string;
  device: string;
  /** `copy`: the second download of a watch. It never counts, and neither does a `bot`. */
  kind: 'listener' | 'copy' | 'bot';
}

/** Begins a short name, and separates its parts. No name that a program sends begins with it. */
const MARK = '~';
const ID_BYTES = 8; // among a million programs, two are equal with a probability of 3e-8

/**
 * A name that takes the place of one that a program sent: `~AntennaPod~Android~listener~0f6c…`. The random end keeps two
 * programs apart.
 */
export const shortName = ({ app, device, kind }: ProgramFacts): string =>
  MARK + [app, device, kind, randomBytes(ID_BYTES).toString('hex')].join(MARK);

/** The facts in a short name. Null for a name that a program sent. */
export function readShortName(name: string): ProgramFacts | null {
  if (!name.startsWith(MARK)) return null;
  const [, app = '', device = '', kind] = name.split(MARK);
  return { app, device, kind: kind === 'copy' || kind === 'bot' ? kind : 'listener' };
}

/** The most characters of a name that the log keeps. */
export const LONGEST_NAME = 500;

/** The name of a program as the log keeps it. */
export const sentName = (header: string): string =>
  header.replace(/^~+/, '').slice(0, LONGEST_NAME);
