import { StartError } from '../platform/start-error.ts';
import { type Environment, readUrl } from './environment.ts';

const POSTGRES = /^postgres(ql)?:$/;

/** The database, the way around its pooler, and its replica. */
export function readDatabase(env: Environment) {
  const read = (name: string) => (env[name] ? readUrl(env, name, '', POSTGRES) : null);
  const databaseUrl = read('DATABASE_URL');
  const databaseDirectUrl = read('DATABASE_DIRECT_URL');
  if (databaseDirectUrl && !databaseUrl) {
    throw new StartError(
      'DATABASE_DIRECT_URL is set, but DATABASE_URL is not: it must name the pooler in front of that database.',
    );
  }
  const databaseReadUrl = read('DATABASE_READ_URL');
  if (databaseReadUrl && !databaseUrl) {
    throw new StartError(
      'DATABASE_READ_URL is set, but DATABASE_URL is not: it must name the primary of that replica.',
    );
  }
  return { databaseUrl, databaseDirectUrl, databaseReadUrl };
}
