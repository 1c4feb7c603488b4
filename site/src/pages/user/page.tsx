import type { ItemList, User } from 'earshot/contract';
import type { ShowBrief } from 'earshot/internal';
import { ShowCard } from '../../parts/show-card.tsx';
import { useSite } from '../../site-context.tsx';

export interface UserPageProps {
  user: User;
  shows: ItemList<ShowBrief>;
}

export function UserPage({ user, shows }: UserPageProps) {
  const { t } = useSite();
  return (
    <>
      <h1>{user.name}</h1>
      <h2>{t('shows')}</h2>
      <ul className="site-cards">
        {shows.items.map((show) => (
          <ShowCard key={show.show_id} show={show} />
        ))}
      </ul>
      {shows.next_url && (
        <p>
          <a className="site-more" href={user.site_url + shows.next_url}>
            {t('more_shows')}
          </a>
        </p>
      )}
    </>
  );
}
