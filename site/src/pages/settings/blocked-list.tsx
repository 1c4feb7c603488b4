import type { ItemList, User } from 'earshot/contract';
import { LinkBelow } from '../../action.tsx';
import { BlockButton } from '../../blocks/block-button.tsx';
import { Face } from '../../parts/face.tsx';
import { useTexts } from '../../site-context.tsx';

/** The people whom the user has blocked, each with a button that unblocks. Their pages are hidden from the user. */
export function BlockedList({ blocked }: { blocked: ItemList<User> }) {
  const t = useTexts('people');
  const { items, next_url } = blocked;
  if (items.length === 0) return <p className="site-quiet">{t('nobody_blocked')}</p>;
  return (
    <>
      <ul className="site-list">
        {items.map((user) => (
          <li key={user.user_id}>
            <span className="site-blocked">
              <Face user={user} />
              <bdi>{user.name}</bdi>
            </span>
            <BlockButton user={user} isBlocked from="settings" />
          </li>
        ))}
      </ul>
      {next_url && (
        <LinkBelow href={`?blocked=${cursorOf(next_url)}`}>{t('more_people')}</LinkBelow>
      )}
    </>
  );
}

const cursorOf = (url: string) => encodeURIComponent(new URL(url).searchParams.get('cursor') ?? '');
