import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../../../src/platform/database/connection.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await openTestDatabase();
  connection = new Connection({ connectionString: database.url });
  await connection.connect();
}, 60_000);
afterAll(async () => {
  await connection.end();
  await database.close();
});

describe('inTurn', () => {
  it('begins a query when the one before has ended, with or without success', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on('warning', note);
    const log: string[] = [];
    const ask = (text: string) =>
      connection.inTurn(text).then(
        ({ rows }) => log.push(rows[0].said),
        () => log.push('failed'),
      );
    await Promise.all(
      [
        "select 'one' as said",
        'select wrong',
        "select 'two' as said",
        "select 'three' as said",
      ].map(ask),
    );
    process.off('warning', note);
    expect(log).toEqual(['one', 'failed', 'two', 'three']);
    expect(warnings).toEqual([]); // `pg` warns once per process about a query while another one waits
  });
});
