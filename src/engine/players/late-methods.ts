import type { Late } from '../../lib/late.ts';
import type { Choices } from './choices.ts';
import type { ExtraMethods, Extras } from './extras.ts';

const NAMES = [
  'playNext',
  'addToQueue',
  'moveInQueue',
  'removeFromQueue',
  'clearQueue',
  'setSleepTimer',
  'setAutoupdate',
] as const satisfies (keyof ExtraMethods)[];

/** Methods that load their code first. They resolve when they have acted. */
export function lateMethods(
  extras: Late<Extras>,
  unlessOvertaken: Choices['unlessOvertaken'],
): ExtraMethods {
  const entries = NAMES.map((name) => [
    name,
    (...given: unknown[]) =>
      extras.use(({ methods }) => (methods[name] as (...given: unknown[]) => void)(...given)),
  ]);
  return {
    ...Object.fromEntries(entries),
    playUpNext: (episodeId) =>
      extras.use(unlessOvertaken(({ methods }) => methods.playUpNext(episodeId))),
  };
}
