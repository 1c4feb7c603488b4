import { ApiError } from 'earshot';
import type { TranscriptWords } from 'earshot-site/contract';
import { useRef, useState } from 'react';
import { useForm } from '../../forms/use-form.ts';
import { useTexts } from '../../site-context.tsx';
import { useVersion } from '../../studio/use-version.ts';
import { type CueRow, inOrder, problemOf, toDocument, toRows } from './cue-rows.ts';

const DRAFT_MS = 500;
const SEGMENT = /^transcript: segments\/(\d+)[^:]*: (.*)$/;

type TranscriptValues = { cues: readonly CueRow[] | null; text: string };

interface Options {
  episodeId: number;
  words: TranscriptWords | null;
  /** The entity tag of the transcript. */
  tag: string | null;
  /** Shows the wrong row. */
  onWrong(key: number): void;
}

/** The transcript as a form: the typed values, the errors of rows, and the previous step. */
export function useTranscript({ episodeId, words, tag, onWrong }: Options) {
  const t = useTexts('captions');
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({});
  const [stepped, setStepped] = useState<Record<'before' | 'after', readonly CueRow[]> | null>(
    null,
  );
  /** The row that the author writes. Its problems are shown after that. */
  const [writing, setWriting] = useState<number | null>(null);
  const stored = useRef(words !== null);

  const { version, change, replace } = useVersion({
    route: 'episode_transcript',
    episodeId,
    tag,
    refusal: t('changed'),
  });

  const send = async (file: File, write = change) => {
    const body = new FormData();
    if (words) body.set('language', words.language);
    body.set('file', file);
    await write('PUT', body);
    stored.current = true;
  };

  const form = useForm<TranscriptValues>({
    initial: { cues: words ? words.cues && toRows(words.cues) : [], text: words?.text ?? '' },
    draft: `transcript-${episodeId}`,
    draftDelay: DRAFT_MS,
    version,
    async save({ cues, text }) {
      setRefused({});
      setWriting(null);
      const sent = cues && inOrder(cues);
      const isEmpty = sent ? sent.length === 0 : text.trim() === '';
      if (isEmpty) {
        if (stored.current) await change('DELETE', null);
        stored.current = false;
        return;
      }
      if (!sent) return send(new File([text], 'transcript.txt', { type: 'text/plain' }));
      const wrong = sent.filter((row) => problemOf(row) !== null);
      const [first] = wrong;
      if (first) {
        onWrong(first.key);
        throw new ApiError('INVALID_REQUEST', 400, [t('wrong_cues', { count: wrong.length })]);
      }
      try {
        const json = JSON.stringify(toDocument(sent));
        await send(new File([json], 'transcript.json', { type: 'application/json' }));
      } catch (error) {
        const [, index, said = ''] = SEGMENT.exec((error as Error).message) ?? [];
        const row = sent[Number(index)];
        if (row) {
          setRefused({ [row.key]: said });
          onWrong(row.key);
        }
        throw error;
      }
    },
  });

  const rows = form.values.cues ?? [];
  // An edit after the step would be undone with it, so it ends the offer.
  const before = stepped?.after === rows ? stepped.before : null;
  return {
    form,
    rows,
    refused,
    /** Replaces whatever is stored. */
    upload: (file: File) => send(file, replace),
    /** The rows before the last step. Null if there is nothing to undo. */
    before,
    writing,
    change(key: number, part: Partial<CueRow>) {
      setWriting(key);
      form.set(
        'cues',
        rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
      );
    },
    /** The focus has left a field of the row. */
    leave: (key: number) => setWriting((now) => (now === key ? null : now)),
    /** A step that can be undone. `made` is the key of the row to continue with. */
    step(next: readonly CueRow[], made: number | null = null) {
      setWriting(made);
      setStepped({ before: rows, after: next });
      form.set('cues', next);
    },
    undo() {
      if (before) form.set('cues', before);
    },
  };
}
