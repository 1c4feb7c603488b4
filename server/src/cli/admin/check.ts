import { checkAccounts } from '../../features/accounts/check-accounts.ts';
import { checkSecondFactors } from '../../features/second-factor/check-second-factors.ts';
import { checkMedia, type MediaProblem } from '../../features/uploads/check-media.ts';
import type { Database } from '../../platform/database/database.ts';
import type { KeySettings } from '../../platform/host-key.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { defineCommand } from './command.ts';

interface Checked {
  database: Database;
  store: MediaStore;
  /** Null for a backup, which has no host key. */
  keys: KeySettings | null;
}

/** A consistency rule between the parts of a host. */
interface Check {
  name: string;
  /** A description of each problem found. */
  find(checked: Checked): AsyncIterable<string>;
}

const YOUNG_MS = 86_400_000; // the owner of a younger file may not be saved yet

/** All checks, in order. A feature adds its own here. */
const CHECKS: readonly Check[] = [
  { name: 'accounts', find: checkAccounts },
  { name: 'media', find: findMediaProblems },
  { name: 'host key', find: findKeyProblems },
];

async function* findMediaProblems(checked: Checked) {
  for await (const problem of checkMedia(checked)) {
    const isYoung =
      problem.problem === 'stray' && Date.now() - problem.modified.getTime() < YOUNG_MS;
    if (!isYoung) yield describeMedia(problem);
  }
}

async function* findKeyProblems({ database, keys }: Checked) {
  if (keys) yield* checkSecondFactors(database, keys);
}

function describeMedia(problem: MediaProblem): string {
  switch (problem.problem) {
    case 'missing':
      return `The file ${problem.sha256} of the media ${problem.media_id} is missing in the storage.`;
    case 'damaged':
      return `The file ${problem.sha256} of the media ${problem.media_id} has ${problem.bytes} bytes, which is not its length.`;
    case 'stray':
      return `The file ${problem.sha256} is stored, but nothing refers to it.`;
    case 'incomplete':
      return `Bytes of the unfinished upload ${problem.upload_id} are missing in the storage.`;
    case 'leftover':
      return `Bytes are left over from the upload ${problem.upload}.`;
    default:
      return problem satisfies never;
  }
}

/** A contradiction between the parts of a host. */
export interface Problem {
  check: string;
  text: string;
}

export async function* findProblems(checked: Checked): AsyncGenerator<Problem> {
  for (const { name, find } of CHECKS) {
    for await (const text of find(checked)) yield { check: name, text };
  }
}

export const command = defineCommand({
  summary: 'Looks for contradictions between accounts, database and stored files. Changes nothing.',
  usage: '[--json]',
  help: '  Ends with 1 if something is wrong. The server may run meanwhile.',
  options: {},
  async run(_, context) {
    const { database } = await context.database({ mustExist: true });
    const store = await context.own(() => openMediaStore(context.config));
    const problems: Problem[] = [];
    const progress = context.progress('Problems found:');
    for await (const problem of findProblems({ database, store, keys: context.config })) {
      problems.push(problem);
      progress.show(problems.length, null);
    }
    progress.end();
    const names = CHECKS.map(({ name }) => name).join(', ');
    const text = problems.map(({ check, text }) => `${check}: ${text}`).join('\n');
    context.answer({ text: text || `Nothing is wrong (${names}).`, json: { problems } });
    return problems.length === 0 ? 0 : 1;
  },
});
