import type { ShowBrief } from 'earshot/contract';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { EntryLink } from '../../account/entry-link.tsx';
import { ContinueShelf } from '../../continue/continue-shelf.tsx';
import { Shows } from '../../parts/shows.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { addressOf } from '../user/user-address.ts';

interface LibraryPageProps {
  /** The address of the listener's own page. Null for a visitor. */
  site_url: string | null;
  /** Followed shows. */
  shows: ShowBrief[];
}

/** Begun, queued, heard, liked and followed things of a listener. */
export function Page({ site_url, shows }: LibraryPageProps) {
  const { t: site } = useSite();
  const t = useTexts('listening');
  const links = [
    [site('queue'), ALL_PAGE_ROUTES.queue],
    [site('history'), ALL_PAGE_ROUTES.history],
    ...(site_url === null
      ? []
      : [
          [site('favourites'), addressOf({ site_url }, 'likes')],
          [t('followed_shows'), addressOf({ site_url }, 'favorites')],
        ]),
  ];
  return (
    <>
      <h1>{site('library')}</h1>
      <ContinueShelf />
      <ul className="site-rows">
        {links.map(([text, href]) => (
          <li key={href} className="site-row">
            <a className="site-row-link" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {site_url === null && (
        <>
          <p className="site-quiet">{t('library_hint')}</p>
          <EntryLink page="login" kind="secondary">
            {site('log_in')}
          </EntryLink>
        </>
      )}
      {shows.length > 0 && (
        <>
          <h2>{t('followed_shows')}</h2>
          <Shows shows={shows} />
        </>
      )}
    </>
  );
}
