import type { TestApp } from './test-app.ts';

/** The rows of the log, in order, after everything noted so far has been written. */
export async function readAudioLog({ app, database }: Pick<TestApp, 'app' | 'database'>) {
  await app.audioLog.flush();
  return database
    .selectFrom('audio_requests')
    .innerJoin('user_agents', 'user_agents.agent_id', 'audio_requests.agent_id')
    .selectAll('audio_requests')
    .select('user_agents.name as agent')
    .orderBy('at')
    .execute();
}
