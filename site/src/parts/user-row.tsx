import type { Highlight, User } from 'earshot/contract';
import { Highlighted } from './highlighted.tsx';

export function UserRow({ user, highlight }: { user: User; highlight?: Highlight }) {
  return (
    <li className="site-person">
      <a href={user.site_url}>
        {user.image_url ? (
          <img src={user.image_url} alt="" width="48" height="48" loading="lazy" />
        ) : (
          <span aria-hidden="true">{[...user.name][0]}</span>
        )}
        <strong>
          {highlight ? <Highlighted highlight={highlight} /> : <bdi>{user.name}</bdi>}
        </strong>
      </a>
    </li>
  );
}
