import type { Episode } from 'earshot/contract';
import { PlayButton, usePlayer } from 'earshot/react';
import type { TranscriptWords } from 'earshot-site/contract';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Action } from '../../action.tsx';
import { SubmitButton, TextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DraftNote } from '../../studio/draft-note.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { CueList, type CueListHandle } from './cue-list.tsx';
import { insertAfter } from './cue-rows.ts';
import { FindBar } from './find-bar.tsx';
import { UploadFile } from './upload-file.tsx';
import { useTranscript } from './use-transcript.ts';

interface EditTranscriptProps {
  episode: Episode;
  /** Null if there is none here. */
  words: TranscriptWords | null;
  /** The entity tag of the transcript. */
  tag: string | null;
}

export function Page(props: EditTranscriptProps) {
  // An uploaded file has other text, and the editor starts again with it.
  const [seen, setSeen] = useState({ words: props.words, version: 0 });
  if (seen.words !== props.words) setSeen({ words: props.words, version: seen.version + 1 });
  return <Editor key={`${props.episode.episode_id} ${seen.version}`} {...props} />;
}

function Editor({ episode, words, tag }: EditTranscriptProps) {
  const { client, config } = useSite();
  const studio = useTexts('studio');
  const t = useTexts('captions');
  const player = usePlayer();
  const list = useRef<CueListHandle>(null);
  const [follows, setFollows] = useState(true);
  const { episode_id, title } = episode;
  const { form, rows, refused, change, step, undo, before, ...editor } = useTranscript({
    episodeId: episode_id,
    words,
    tag,
    onWrong: (key) => list.current?.show(key, 'wrong'),
  });
  const { cues } = form.values;
  const target = targetOf(episode, config);
  const undoButton = useRef<HTMLButtonElement>(null);
  const focusUndo = useRef(false);
  useEffect(() => {
    if (before && focusUndo.current) undoButton.current?.focus();
    focusUndo.current = false;
  }, [before]);

  const upload = async (file: File) => {
    await editor.upload(file);
    form.reset();
    await client?.refresh();
  };
  const addFirst = () => {
    const made = insertAfter([], -1);
    step(made.rows, made.key);
    list.current?.show(made.key, 'text');
  };

  const writePlain = (button: HTMLButtonElement) => {
    const fields = button.form?.elements;
    flushSync(() => form.set('cues', null)); // removes the button, with the focus
    (fields?.namedItem('text') as HTMLTextAreaElement | null)?.focus();
  };

  return (
    <>
      <a className="studio-up" href={studioPath('edit-episode', { episode_id })} dir="auto">
        {title}
      </a>
      <h1>{t('transcript')}</h1>
      <Form
        form={form}
        className="site-form studio-sound"
        onSaved={() => client?.notify(studio('saved'), { level: 'success' })}
      >
        <DraftNote form={form} />
        <div className="site-form-end">
          <PlayButton target={target} title={title} />
          <UploadFile replaces={words !== null} send={upload} />
        </div>
        {cues === null ? (
          <TextArea name="text" label={t('plain')} hint={t('plain_hint')} rows={16} />
        ) : rows.length === 0 ? (
          <>
            <p className="studio-lead">{t('none')}</p>
            <p className="site-form-end">
              <Action onClick={addFirst}>{t('write_timed')}</Action>
              <Action onClick={({ currentTarget }) => writePlain(currentTarget)}>
                {t('write_plain')}
              </Action>
            </p>
          </>
        ) : (
          <FindBar rows={rows} onShow={(match) => list.current?.find(match)} onStep={step} />
        )}
        {before && (
          <div className="studio-undo" role="status">
            <span>{t('stepped')}</span>
            <Action ref={undoButton} onClick={undo}>
              {studio('undo')}
            </Action>
          </div>
        )}
        {cues !== null && (
          <CueList
            ref={list}
            rows={rows}
            refused={refused}
            writing={editor.writing}
            episodeId={episode_id}
            follows={follows}
            onChange={change}
            onLeave={editor.leave}
            onStep={(next, made) => {
              focusUndo.current = made === null;
              step(next, made);
            }}
            onPlay={(seconds) => player?.load(target, { autoplay: true, currentTime: seconds })}
          />
        )}
        <div className="site-form-end">
          <SubmitButton>{studio('save')}</SubmitButton>
          {rows.length > 0 && (
            <label className="studio-find-case">
              <input
                type="checkbox"
                checked={follows}
                onChange={(event) => setFollows(event.target.checked)}
              />
              {t('follow')}
            </label>
          )}
        </div>
        {rows.length > 0 && <p className="es-hint">{t('keys')}</p>}
      </Form>
    </>
  );
}
