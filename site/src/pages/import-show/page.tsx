import type { FeedImport, ImportItem } from 'earshot/contract';
import { useEffect, useRef } from 'react';
import { Action, LinkBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { ProofPanel } from './proof-panel.tsx';
import { type ImportState, useImport } from './use-import.ts';

export function Page({ loaded }: { loaded: FeedImport }) {
  const { t: site } = useSite();
  const t = useTexts('studio');
  const state = useImport(loaded);
  const { feed, error, isBusy } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button vanishes with the step that it ends. The focus would be lost with it.
  useEffect(() => {
    if (!isBusy) return;
    return () => {
      if (document.activeElement === document.body) heading.current?.focus();
    };
  }, [isBusy]);
  return (
    <>
      <a className="studio-up" href={studioPath('dashboard')}>
        {site('dashboard')}
      </a>
      <h1 dir="auto" ref={heading} tabIndex={-1}>
        {feed.title}
      </h1>
      <p className="studio-lead" dir="auto">
        {feed.author && site('by', { author: feed.author })}
      </p>
      {(error ?? feed.error) && (
        <p className="studio-note" data-level="error" role="alert">
          {error ?? feed.error}
        </p>
      )}
      <Step state={state} />
      {feed.notes.map((note) => (
        <p className="studio-note" key={note} dir="auto">
          {note}
        </p>
      ))}
      <h2>{t('import_items')}</h2>
      <ul className="studio-rows">
        {feed.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and their order stays.
          <Item key={index} item={item} />
        ))}
      </ul>
    </>
  );
}

/** The next step, or the current one. */
function Step({ state }: { state: ImportState }) {
  const t = useTexts('studio');
  const { feed, isBusy, start } = state;
  const { state: step, show_id, done, total } = feed;
  if (step === 'waiting' || step === 'running') {
    return (
      <div className="studio-panel">
        <progress max={Math.max(1, total)} value={done} aria-label={t('importing')} />
        <p role="status">{t('import_progress', { done, total })}</p>
        <p className="es-hint">{t('import_leave')}</p>
      </div>
    );
  }
  if (step === 'done') {
    return (
      <div className="studio-panel" role="status">
        <p>{t('import_done')}</p>
        {show_id !== null && (
          <LinkBelow kind="primary" href={studioPath('show-episodes', { show_id })}>
            {t('open_show')}
          </LinkBelow>
        )}
      </div>
    );
  }
  if (!feed.proof.is_proven) return <ProofPanel state={state} />;
  const count = feed.items.filter((item) => item.state !== 'refused').length;
  return (
    <p>
      <Action kind="primary" aria-busy={isBusy} onClick={() => void start({})}>
        {t('import_start', { count })}
      </Action>
    </p>
  );
}

function Item({ item: { title, state, reason } }: { item: ImportItem }) {
  const t = useTexts('studio');
  return (
    <li>
      <div className="studio-row-text">
        <span dir="auto">{title}</span>
        {reason && <p>{reason}</p>}
      </div>
      <span className="es-chip studio-state">{t(`item_${state}`)}</span>
    </li>
  );
}
