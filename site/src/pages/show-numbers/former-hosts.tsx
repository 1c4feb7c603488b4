import type { HistoryHost, NewHistory } from 'earshot/contract';
import { buildPath } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { useId } from 'react';
import { useField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useNumbers } from '../../parts/use-numbers.ts';
import { sendAsMember } from '../../session/send-body.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { FileButton } from '../../studio/file-button.tsx';
import { ReadFigures } from './read-figures.tsx';
import { useHistoryFile } from './use-history-file.ts';

const KNOWN = ['Buzzsprout', 'Spreaker', 'Transistor'];

interface FormerHostsProps {
  showId: number;
  hosts: readonly HistoryHost[];
  /** The errors of a button that was sent without JavaScript. */
  errors: readonly string[];
}

/** Takes files of figures that other hosts have counted, and removes them again. */
export function FormerHosts({ showId, hosts, errors }: FormerHostsProps) {
  const { client, config } = useSite();
  const t = useTexts('numbers');
  const { form, read, choose } = useHistoryFile(async (host, file) => {
    const body = new FormData();
    body.set('host', host);
    body.set('file', file);
    const address = config.API_URL + buildPath(ALL_API_ROUTES, 'show_history', { show_id: showId });
    const answer = await sendAsMember<NewHistory>(client, address, { method: 'PUT', body });
    await client?.refresh();
    return answer;
  });
  const isStored = read?.figures === 0 || hosts.some(({ host }) => host === read?.host);
  return (
    <section className="studio-box" aria-labelledby="former-hosts">
      <h2 id="former-hosts">{t('former')}</h2>
      <p className="es-hint">{t('former_text')}</p>
      <ActionErrors messages={errors} />
      {hosts.length > 0 && (
        <ul className="studio-rows">
          {hosts.map((host) => (
            <HostRow key={host.host} {...host} />
          ))}
        </ul>
      )}
      <Form form={form}>
        <HostField />
        <FileField onFile={choose} />
      </Form>
      {read && isStored && <ReadFigures {...read} />}
    </section>
  );
}

function HostRow({ host, from, to, downloads }: HistoryHost) {
  const t = useTexts('numbers');
  const number = useNumbers();
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <strong>
          <bdi>{host}</bdi>
        </strong>
        <p>
          {t('former_figures', { count: downloads, number: number(downloads) })}{' '}
          <bdi>{from === to ? from : `${from} – ${to}`}</bdi>
        </p>
      </div>
      <AskingAction
        fields={{ do: 'remove_history', host }}
        label={t('former_remove')}
        name={t('former_remove_name', { host })}
        question={t('former_remove_sure', { host })}
        done={t('former_removed')}
      />
    </li>
  );
}

function HostField() {
  const t = useTexts('numbers');
  const { form, value, texts, props } = useField('host', null);
  const list = useId();
  return (
    <div className="es-field">
      <label htmlFor={props.id}>{t('former_name')}</label>
      <input
        {...props}
        list={list}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        value={String(value)}
        onChange={({ target }) => form.set('host', target.value)}
      />
      <datalist id={list}>
        {KNOWN.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {texts}
    </div>
  );
}

function FileField({ onFile }: { onFile: (file: File) => void }) {
  const t = useTexts('numbers');
  const { form, texts, props } = useField('file', t('former_hint'));
  return (
    <div className="es-field">
      <p>
        <FileButton
          kind="secondary"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          isBusy={form.isSaving}
          onFile={onFile}
        >
          {t('former_file')}
        </FileButton>
      </p>
      {texts}
    </div>
  );
}
