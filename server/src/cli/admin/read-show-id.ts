import { readId } from '../../platform/http/read-id.ts';
import { required, UsageError } from './command.ts';

/** The value of `--show`. @throws UsageError */
export function readShowId(value: string | undefined): number {
  const id = readId(required(value, 'show'));
  if (id === null) throw new UsageError(`--show is "${value}": it must be the number of a show.`);
  return id;
}
