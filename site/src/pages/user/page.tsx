import type { Show, User } from 'earshot/contract';
import { ShowCard } from '../../parts/show-card.tsx';
import { useSite } from '../../site-context.tsx';

export interface UserPageProps {
  user: User;
  shows: Show[];
}

export function UserPage({ user, shows }: UserPageProps) {
  const { t } = useSite();
  return (
    <>
      <h1>{user.name}</h1>
      <h2>{t('shows')}</h2>
      <ul className="site-cards">
        {shows.map((show) => (
          <ShowCard key={show.show_id} show={show} />
        ))}
      </ul>
    </>
  );
}
