import type { PLAN_PAGE_ROUTES } from 'earshot/internal';
import { definePage, type PageRequest } from '../site-page.tsx';
import { loadPlans } from './load.ts';
import { PlansPage } from './page.tsx';

type PlanPageName = keyof typeof PLAN_PAGE_ROUTES;

const define = (name: PlanPageName, access: { access?: 'member' } = {}) =>
  definePage({
    name,
    ...access,
    texts: ['plans'],
    load: (request: PageRequest) => loadPlans(name, request),
    Page: PlansPage,
  });

export const plansPage = define('plans');
export const planPage = define('plan');
export const billingPage = define('billing', { access: 'member' });
export const cardErrorPage = define('card_error');
export const subscribeErrorPage = define('subscribe_error');
