import type { User } from 'earshot/contract';
import { LinkBelow } from '../../action.tsx';
import { UserRow } from '../../parts/user-row.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { NothingYet } from '../../studio/nothing-yet.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { FansNews } from './fans-news.tsx';

/** The followers of the author. */
export function Page({ items, nextCursor }: { items: User[]; nextCursor: string | null }) {
  const { t: site } = useSite();
  const t = useTexts('team');
  return (
    <>
      <a className="studio-up" href={studioPath('dashboard')}>
        {site('dashboard')}
      </a>
      <h1>{site('fans')}</h1>
      <FansNews />
      {items.length === 0 && <NothingYet title={t('no_fans')} text={t('no_fans_text')} />}
      <ul className="studio-rows">
        {items.map((user) => (
          <UserRow key={user.user_id} user={user} />
        ))}
      </ul>
      {nextCursor && (
        <LinkBelow href={`${studioPath('fans')}?${new URLSearchParams({ cursor: nextCursor })}`}>
          {t('more')}
        </LinkBelow>
      )}
    </>
  );
}
