import { PlayButton, RadioGroup, usePlayer } from 'earshot/react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Action } from '../../action.tsx';
import { CheckField, SubmitButton } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { targetOf } from '../../parts/play-target.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DraftNote } from '../../studio/draft-note.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { lateWaveform } from './late-waveform.ts';
import { MarkList } from './mark-list.tsx';
import { inOrder, KINDS, nextPlace, withMark } from './mark-rows.ts';
import { moveMark, toMarks } from './marks.ts';
import { type EditedEpisode, useMarks } from './use-marks.ts';

export function Page(props: EditedEpisode) {
  return <Editor key={props.episode.episode_id} {...props} />;
}

function Editor(edited: EditedEpisode) {
  const { episode } = edited;
  const { client, config } = useSite();
  const t = useTexts('studio');
  const player = usePlayer();
  const list = useRef<HTMLDivElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const { episode_id, duration, title } = episode;
  const { form, errors, kind, setKind, rows, set, removed, change, remove, restore } =
    useMarks(edited);
  const target = targetOf(episode, config);

  // The focus would be lost with the removed mark or button.
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const add = (seconds: number) => {
    const made = withMark(kind, rows, { at: seconds, duration });
    flushSync(() => set(made.rows));
    list.current?.querySelector<HTMLElement>(`[data-first="${made.key}"]`)?.focus();
  };
  const addNext = () => {
    const isHere = player?.getSnapshot().currentId === episode_id;
    const now = isHere ? Math.round(player.getCurrentTime() * 10) / 10 : 0;
    add(nextPlace(kind, rows, { now, duration }));
  };

  return (
    <>
      <a className="studio-up" href={studioPath('edit-episode', { episode_id })} dir="auto">
        {title}
      </a>
      <h1>{t('marks')}</h1>
      <Form
        form={form}
        className="site-form studio-sound"
        onSaved={() => client?.notify(t('saved'), { level: 'success' })}
      >
        <DraftNote form={form} />
        <div className="studio-sound-head">
          <PlayButton target={target} title={title} />
          <RadioGroup
            label={t('edit_what')}
            name="kind"
            choices={KINDS.map((value) => ({
              value,
              label: t(`kind_${value}`, { count: form.values[value].length }),
            }))}
            selected={kind}
            onSelect={setKind}
          />
        </div>
        {duration > 0 && (
          <lateWaveform.Part
            episodeId={episode_id}
            duration={duration}
            kind={kind}
            marks={toMarks(rows, duration)}
            others={KINDS.flatMap((other) =>
              other === kind ? [] : toMarks(form.values[other], duration),
            )}
            onAdd={add}
            onMove={(mark, edge, to) => change(mark.key, moveMark(mark, { edge, to, duration }))}
            onRemove={remove}
          />
        )}
        <p className="studio-lead">{t(`${kind}_text`)}</p>
        {removed && (
          <div className="studio-undo" role="status">
            <span dir="auto">
              {t('mark_removed', { title: removed.row.title || removed.row.time })}
            </span>
            <Action ref={undo} onClick={restore}>
              {t('undo')}
            </Action>
          </div>
        )}
        {kind === 'midrolls' && <CheckField name="preroll" label={t('preroll')} />}
        <MarkList
          kind={kind}
          rows={rows}
          errors={errors}
          list={list}
          onChange={change}
          onTimed={() => {
            const ordered = inOrder(rows);
            if (ordered.some((row, index) => row !== rows[index])) set(ordered);
          }}
          onPlay={(seconds) => player?.load(target, { autoplay: true, currentTime: seconds })}
          onRemove={remove}
        />
        {kind === 'midrolls' && <CheckField name="postroll" label={t('postroll')} />}
        <p className="site-form-end">
          <SubmitButton>{t('save')}</SubmitButton>
          <Action onClick={addNext}>{t(`add_${kind}`)}</Action>
        </p>
        <p className="es-hint">{t('marks_keys')}</p>
      </Form>
    </>
  );
}
