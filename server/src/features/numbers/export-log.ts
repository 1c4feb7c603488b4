import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Period } from './log-store.ts';

/**
 * The rows of the log as CSV (RFC 4180) with a line of names, in order of time. Together with the lengths of the files
 * they are enough to count the downloads. The salts of the hashes are not included.
 */
export function exportLog(client: ClientBase, { from, to }: Period): Readable {
  // COPY takes no parameters. Both texts are written from dates.
  return client.query(
    copyTo(`copy (
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, show_id, episode_id,
        sha256, file_size, duration, header_bytes, method, status, range_first, bytes_sent,
        user_agents.name as user_agent, referrer_host,
        placement, country, is_hosting, numbers_lists.name as lists,
        encode(who, 'hex') as who, encode(who_before, 'hex') as who_before, source
      from audio_requests join user_agents using (agent_id) left join numbers_files using (media_id)
        left join numbers_lists using (list_id)
      where at >= '${from.toISOString()}' and at < '${to.toISOString()}'
      order by at, who
    ) to stdout with (format csv, header)`),
  );
}
