import type { LoggedRequest } from '../../src/features/numbers/count-downloads.ts';
import { addDays, dayOf } from '../../src/features/numbers/days.ts';

export type Asked = Partial<LoggedRequest> & { at: number; person?: string };

/** A row of the log: a person asks for a file of a thousand bytes. Each day has another hash of the person. */
export const loggedRequest = ({ person = 'ann', ...row }: Asked): LoggedRequest => ({
  episodeId: 1,
  mediaId: 1,
  method: 'GET',
  status: 200,
  rangeFirst: 0,
  bytesSent: 1_000,
  agent: 'Pod/1',
  referrerHost: '',
  placement: '',
  country: '',
  isHosting: false,
  who: `${person} on ${dayOf(row.at)}`,
  whoBefore: `${person} on ${addDays(dayOf(row.at), -1)}`,
  ...row,
});
