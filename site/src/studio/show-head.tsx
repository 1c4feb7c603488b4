import type { Show } from 'earshot/contract';
import { Cover } from '../parts/cover.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { studioPath } from './studio-paths.ts';

interface ShowHeadProps {
  show: Show;
  /** The open part of the show. */
  part: 'episodes' | 'numbers' | 'settings' | 'feed' | 'private' | 'people' | 'schedule' | 'audit';
}

/** The head of the pages about one show: the current part and the others. */
export function ShowHead({ show, part }: ShowHeadProps) {
  const { config, t: site } = useSite();
  const t = useTexts('studio');
  const { show_id } = show;
  const isOwner = config.USER?.is_admin || config.USER?.user_id === show.user_id;
  const links = [
    { part: 'episodes', href: studioPath('show-episodes', { show_id }), text: t('episodes') },
    { part: 'numbers', href: studioPath('show-numbers', { show_id }), text: t('numbers') },
    { part: 'settings', href: studioPath('edit-show', { show_id }), text: t('settings') },
    { part: 'feed', href: studioPath('show-feed', { show_id }), text: t('feed') },
    { part: 'private', href: studioPath('private-feeds', { show_id }), text: t('private_feeds') },
    { part: 'schedule', href: studioPath('show-schedule', { show_id }), text: t('weekly_times') },
    { part: 'people', href: studioPath('show-members', { show_id }), text: t('people') },
    ...(isOwner
      ? [{ part: 'audit', href: studioPath('show-audit', { show_id }), text: t('log') }]
      : []),
  ];
  return (
    <header className="studio-head">
      <Cover of={show} side={72} sizes={[80, 160]} />
      <div>
        <a className="studio-up" href={studioPath('dashboard')}>
          {site('dashboard')}
        </a>
        <h1 dir="auto">{show.title}</h1>
      </div>
      <nav className="studio-tabs" aria-label={show.title}>
        {links.map((link) => (
          <a
            key={link.part}
            href={link.href}
            aria-current={link.part === part ? 'page' : undefined}
          >
            {link.text}
          </a>
        ))}
        <a href={show.site_url}>{t('view_page')}</a>
      </nav>
    </header>
  );
}
