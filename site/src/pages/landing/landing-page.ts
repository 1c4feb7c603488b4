import { definePage } from '../site-page.tsx';
import { loadLanding } from './load.ts';
import { LandingPage } from './page.tsx';

export const landingPage = definePage({ name: 'landing', load: loadLanding, Page: LandingPage });
