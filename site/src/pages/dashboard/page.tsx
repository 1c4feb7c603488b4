import type { Dashboard, ItemList, Show } from 'earshot/contract';
import type { ReactNode } from 'react';
import { ActionLink, LinkBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { UndoBar } from '../../studio/undo-bar.tsx';
import { Ahead, Comments } from './ahead.tsx';
import { SharedShows } from './shared-shows.tsx';
import { ShowPanel } from './show-panel.tsx';

interface DashboardProps {
  shows: ItemList<Show>;
  /** Shows of other users that the user edits. */
  shared: Show[];
  /** Null on further pages of shows. */
  look: Dashboard | null;
  /** A show that was just deleted. */
  deletedId: number | null;
}

export function Page({ shows, shared, look, deletedId }: DashboardProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const figures = look?.shows ?? [];
  const [only, second] = shows.items;
  const isNew = only && !second && !(only.image_url && only.episode_count > 0);
  return (
    <>
      {deletedId !== null && (
        <UndoBar
          text={t('show_deleted')}
          restore={async () => client?.api.post('show_restore', { show_id: deletedId })}
          next={studioPath('dashboard')}
        />
      )}
      {only ? <Head /> : <Begin />}
      {isNew && <Steps show={only} />}
      <Columns look={look}>
        {only && <Shows shows={shows} figures={figures} />}
        {shared.length > 0 && <SharedShows shows={shared} figures={figures} />}
      </Columns>
      <p>
        <a href={studioPath('deletions')}>{t('deleted')}</a>
      </p>
    </>
  );
}

/** The shows, and beside them what is next. */
function Columns({ look, children }: Pick<DashboardProps, 'look'> & { children: ReactNode }) {
  if (!look || (!look.next && look.drafts.length + look.messages.length === 0)) return children;
  return (
    <div className="studio-columns">
      <div>{children}</div>
      <div>
        <Ahead {...look} />
        {look.messages.length > 0 && <Comments {...look} />}
      </div>
    </div>
  );
}

function Head() {
  const { t: site } = useSite();
  const t = useTexts('studio');
  return (
    <header className="studio-title">
      <h1>{t('your_shows')}</h1>
      <p className="studio-row">
        <ActionLink kind="primary" href={studioPath('new-show')}>
          {t('new_show')}
        </ActionLink>
        <ActionLink href={studioPath('import-feed')}>{t('import_show')}</ActionLink>
        <ActionLink kind={null} href={studioPath('calendar')}>
          {site('calendar')}
        </ActionLink>
        <ActionLink kind={null} href={studioPath('fans')}>
          {site('fans')}
        </ActionLink>
        <ActionLink kind={null} href={studioPath('campaigns')}>
          {t('ads')}
        </ActionLink>
        <ActionLink kind={null} href={studioPath('inbox')}>
          {site('messages')}
        </ActionLink>
      </p>
    </header>
  );
}

function Shows({ shows, figures }: { shows: ItemList<Show>; figures: Dashboard['shows'] }) {
  const t = useTexts('studio');
  return (
    <>
      <div className="studio-begin">
        {shows.items.map((show) => (
          <ShowPanel
            key={show.show_id}
            show={show}
            figures={figures.find(({ show_id }) => show_id === show.show_id)}
          />
        ))}
      </div>
      {shows.next_url && <LinkBelow href={shows.next_url}>{t('more_shows')}</LinkBelow>}
    </>
  );
}

/** The page of a new author. */
function Begin() {
  const t = useTexts('studio');
  return (
    <>
      <h1>{t('begin_title')}</h1>
      <p className="studio-lead">{t('begin_text')}</p>
      <div className="studio-begin">
        <a className="studio-card" href={studioPath('new-show')}>
          <strong>{t('begin_new')}</strong>
          <span>{t('begin_new_text')}</span>
        </a>
        <a className="studio-card" href={studioPath('import-feed')}>
          <strong>{t('begin_import')}</strong>
          <span>{t('begin_import_text')}</span>
        </a>
      </div>
    </>
  );
}

/** The steps to the first published episode. Each can be interrupted and continued. */
function Steps({ show }: { show: Show }) {
  const t = useTexts('studio');
  const { show_id } = show;
  const steps = [
    { text: t('step_show'), href: studioPath('edit-show', { show_id }), isDone: true },
    {
      text: t('step_cover'),
      href: studioPath('edit-show', { show_id }),
      isDone: show.image_url !== null,
    },
    {
      text: t('step_episode'),
      href: studioPath('show-episodes', { show_id }),
      isDone: show.episode_count > 0,
    },
  ];
  return (
    <section className="studio-steps" aria-labelledby="steps">
      <h2 id="steps">{t('steps')}</h2>
      <ol>
        {steps.map(({ text, href, isDone }) => (
          <li key={text} data-done={isDone || undefined}>
            {isDone ? (
              <span>
                {text} <span className="site-hidden">({t('step_done')})</span>
              </span>
            ) : (
              <a href={href}>{text}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
