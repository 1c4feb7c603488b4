import { ApiError } from 'earshot';
import type { AuthoredChapter, Episode } from 'earshot/contract';
import { useRef, useState } from 'react';
import { changedFields } from '../../forms/changed-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { useTexts } from '../../site-context.tsx';
import { useVersion } from '../../studio/use-version.ts';
import {
  type Kind,
  type MarkRow,
  type MarkValues,
  toChapters,
  toMidrolls,
  toSoundbites,
  toValues,
  withRow,
} from './mark-rows.ts';
import { type RowErrors, readRowErrors, wrongKind, wrongTimes } from './row-errors.ts';

export interface EditedEpisode {
  episode: Episode;
  chapters: AuthoredChapter[];
  /** The entity tag of the chapters. */
  tag: string | null;
}

interface Removed {
  kind: Kind;
  row: MarkRow;
}

const toForm = ({ soundbites, midrolls, preroll, postroll }: Omit<MarkValues, 'chapters'>) => ({
  soundbites: JSON.stringify(toSoundbites(soundbites)),
  midrolls: JSON.stringify(toMidrolls(midrolls)),
  preroll: String(preroll),
  postroll: String(postroll),
});

/** The soundbites and ads of an episode. Its entity tag changes with each comment, so these fields themselves are compared. */
const writeFields = (episode: Episode): string =>
  JSON.stringify(toForm(toValues({ chapters: [], episode })));

/** All marks of an episode as one form: the typed values, the errors of rows, and the last removal. */
export function useMarks({ episode, chapters, tag }: EditedEpisode) {
  const t = useTexts('studio');
  const { episode_id } = episode;
  const [kind, setKind] = useState<Kind>('chapters');
  const [errors, setErrors] = useState<RowErrors>({});
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [saved, setSaved] = useState(() => toValues({ chapters, episode }));

  const { version, change } = useVersion({
    route: 'episode_chapters',
    episodeId: episode_id,
    tag,
    refusal: t('chapters_changed'),
  });
  const refusal = t('marks_changed');
  const { version: episodeTag, change: sendEpisode } = useVersion({
    route: 'episode_v1',
    episodeId: episode_id,
    tag: null,
    refusal,
  });
  const shown = useRef(writeFields(episode)); // the page may get newer ones while its form stays
  const [both] = useState({
    get current() {
      return `${version.current} ${shown.current}`;
    },
  });

  const form = useForm<MarkValues>({
    initial: saved,
    draft: `marks-${episode_id}`,
    version: both,
    async save(values) {
      setErrors({});
      try {
        const wrong = wrongTimes(values, { time: t('time_wrong'), length: t('length_wrong') });
        if (wrong.length > 0) throw new ApiError('INVALID_REQUEST', 400, wrong);
        await send(values);
        setSaved(values);
        setRemoved(null);
      } catch (error) {
        const found = readRowErrors(error instanceof ApiError ? error.messages : [], values);
        setErrors(found);
        setKind(wrongKind(found) ?? kind);
        throw error;
      }
    },
  });

  /** Two requests, because the chapters are a separate document. Unchanged parts are not sent. */
  async function send({ chapters, ...fields }: MarkValues): Promise<void> {
    if (chapters !== saved.chapters) {
      const sent = JSON.stringify(toChapters(chapters));
      await change('PUT', new URLSearchParams({ chapters: sent }));
    }
    const changed = changedFields(toForm(saved), toForm(fields));
    if (Object.keys(changed).length > 0) {
      episodeTag.current = null;
      if ((await sendFields('GET', null)) !== shown.current) {
        throw new ApiError('PRECONDITION_FAILED', 412, [refusal]);
      }
      shown.current = await sendFields('PUT', new URLSearchParams(changed));
    }
  }

  /** Returns the stored fields. */
  async function sendFields(method: 'GET' | 'PUT', body: URLSearchParams | null): Promise<string> {
    return writeFields((await sendEpisode<{ episode: Episode }>(method, body)).episode);
  }

  const rows = form.values[kind];
  const set = (next: readonly MarkRow[], of = kind) => form.set(of, next);
  return {
    form,
    errors,
    kind,
    setKind,
    rows,
    set,
    removed,
    change: (key: number, part: Partial<MarkRow>) =>
      set(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove(key: number) {
      const row = rows.find((row) => row.key === key);
      if (!row) return;
      set(rows.filter((other) => other !== row));
      setRemoved({ kind, row });
    },
    /** Undoes the last removal. */
    restore() {
      if (!removed) return;
      setKind(removed.kind);
      set(withRow(form.values[removed.kind], removed.row), removed.kind);
      setRemoved(null);
    },
  };
}
