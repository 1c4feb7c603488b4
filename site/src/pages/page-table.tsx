import type { ReactNode } from 'react';
import { EpisodePage, type EpisodePageProps } from './episode/page.tsx';
import { HomePage, type HomePageProps } from './landing/page.tsx';
import { NotFoundPage } from './not-found/page.tsx';
import { ShowPage, type ShowPageProps } from './show/page.tsx';
import { UserPage, type UserPageProps } from './user/page.tsx';

/** What a page is made from: names the component, and holds what it shows. Crosses the wire as JSON. */
export type PageContent =
  | { page: 'home'; props: HomePageProps }
  | { page: 'show'; props: ShowPageProps }
  | { page: 'episode'; props: EpisodePageProps }
  | { page: 'user'; props: UserPageProps }
  | { page: 'not-found'; props: Record<string, never> };

export function renderPage(content: PageContent): ReactNode {
  switch (content.page) {
    case 'home':
      return <HomePage {...content.props} />;
    case 'show':
      return <ShowPage {...content.props} />;
    case 'episode':
      return <EpisodePage {...content.props} />;
    case 'user':
      return <UserPage {...content.props} />;
    default:
      return <NotFoundPage />;
  }
}
