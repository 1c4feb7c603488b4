import type { HostTextName } from 'earshot/internal';
import { definePage } from '../site-page.tsx';
import { loadHostText } from './load.ts';
import { HostTextPage } from './page.tsx';

const hostTextPage = (name: HostTextName) =>
  definePage({
    name,
    texts: name === 'privacy' ? ['hostText', 'consent'] : ['hostText'],
    load: (request) => loadHostText(name, request),
    Page: HostTextPage,
  });

export const termsPage = hostTextPage('terms');
export const privacyPage = hostTextPage('privacy');
export const hostPage = hostTextPage('page');
