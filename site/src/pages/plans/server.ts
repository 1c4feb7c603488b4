import { ALL_API_ROUTES, ALL_PAGE_ROUTES, type Billing, type Plan } from 'earshot-site/contract';
import { loginPath } from '../../session/login-path.ts';
import { definePage, type LoadedPage, type PageRequest, type Redirect } from '../site-page.tsx';
import { Page, type PlanPageName, type PlansPageProps, type Shop } from './page.tsx';

const define = (name: PlanPageName, access: { access?: 'member' } = {}) =>
  definePage({
    name,
    folder: 'plans',
    ...access,
    texts: ['plans'],
    load: (request: PageRequest) => loadPlans(name, request),
    Page,
  });

export const plansPage = define('plans');
export const planPage = define('plan');
export const billingPage = define('billing', { access: 'member' });
export const cardErrorPage = define('card_error');
export const subscribeErrorPage = define('subscribe_error');

/**
 * A page of Stripe redirects payers back with one of its own states:
 * https://docs.stripe.com/payments/accept-a-payment#web-redirect
 */
const DONE: ReadonlySet<string> = new Set(['succeeded', 'processing']);

/**
 * A host that sells plans shows them, and members see their own plan as long as they have one. Other hosts show that
 * they sell none.
 */
export async function loadPlans(
  about: PlanPageName,
  request: PageRequest,
): Promise<LoadedPage<PlansPageProps> | Redirect | null> {
  const { data, api, config, params, query } = request;
  const title = request.textsOf('plans')(`${about}_title`);
  const { items } = await api.get<{ items: Plan[] }>(ALL_API_ROUTES.payment_plans);
  const canPay = config.CARD_KEYS.premium !== '';
  const limits = await data.getUploadLimits();
  const { subscription } =
    config.USER && canPay
      ? (await api.get<{ billing: Billing }>('subscription')).billing
      : { subscription: null };
  const sellsNothing = items.length === 0;
  if (!canPay || (sellsNothing && !subscription))
    return { props: { about, limits, shop: null }, title };
  if (sellsNothing && about === 'plans') return { redirect: ALL_PAGE_ROUTES.billing };
  // The member's own plan may be retired, with an open renewal.
  const known = subscription ? [...items, subscription.plan] : items;
  const chosen = known.find(({ plan_id }) => plan_id === params.plan_id) ?? null;
  if (about === 'plan' && !chosen) return null;
  if (about === 'plan' && !config.USER) {
    return { redirect: loginPath(`/plans/subscribe/${chosen?.plan_id}`) };
  }
  const returned = about === 'plan' ? query.get('redirect_status') : null;
  if (returned)
    return { redirect: ALL_PAGE_ROUTES[DONE.has(returned) ? 'billing' : 'subscribe_error'] };
  const shop: Shop = { plans: items, chosen, subscription };
  return { props: { about, limits, shop }, title: (about === 'plan' && chosen?.name) || title };
}
