import type { User } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { PageMenu } from '../../account/page-menu.tsx';
import { useUser } from '../../account/use-user.ts';
import { BlockButton } from '../../blocks/block-button.tsx';
import { MarkButton } from '../../marks/mark-button.tsx';
import { Face } from '../../parts/face.tsx';
import { useTexts } from '../../site-context.tsx';
import { addressOf, USER_TABS } from './user-address.ts';
import { type UserList, UserListPanel } from './user-list.tsx';

export interface UserPageProps {
  user: User;
  isFollowed: boolean;
  /** The viewer has blocked this user: only the name is shown. */
  isBlocked: boolean;
  list: UserList;
}

/** A user with their lists, one at a time. */
export function Page({ user, list, isFollowed, isBlocked }: UserPageProps) {
  const people = useTexts('people');
  const me = useUser();
  const isMe = me?.user_id === user.user_id;
  if (isBlocked) {
    return (
      <>
        <h1 dir="auto">{user.name}</h1>
        <p className="site-quiet">{people('blocked_note', { name: user.name })}</p>
        <BlockButton user={user} isBlocked />
      </>
    );
  }
  return (
    <>
      <header className="site-user">
        <Face user={user} />
        <div>
          <h1 dir="auto">{user.name}</h1>
          {user.description && (
            <p className="site-prose" dir="auto">
              {user.description}
            </p>
          )}
          <div className="site-actions">
            {!isMe && <MarkButton kind="user" id={user.user_id} isMarked={isFollowed} />}
            {me && !isMe && <BlockButton user={user} isBlocked={false} />}
            <PageMenu
              title={user.name}
              of={{ user_id: user.user_id }}
              isOwn={isMe}
              editPath={ALL_PAGE_ROUTES.settings}
            />
          </div>
        </div>
      </header>
      <nav className="site-tabs" aria-label={people('lists')}>
        {USER_TABS.map((tab) => (
          <a
            key={tab}
            className="es-chip"
            href={addressOf(user, tab)}
            aria-current={tab === list.tab ? 'page' : undefined}
          >
            {people(tab)}
          </a>
        ))}
      </nav>
      <h2 className="site-hidden">{people(list.tab)}</h2>
      <UserListPanel user={user} list={list} />
    </>
  );
}
