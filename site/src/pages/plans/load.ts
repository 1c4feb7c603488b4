import {
  type Billing,
  OWN_PAGE_ROUTES,
  PLAN_API_ROUTES,
  type PLAN_PAGE_ROUTES,
  type Plan,
} from 'earshot/internal';
import { loginPath } from '../login-path.ts';
import type { LoadedPage, PageRequest, Redirect } from '../site-page.tsx';
import type { PlansPageProps, Shop } from './page.tsx';

type PlanPageName = keyof typeof PLAN_PAGE_ROUTES;

/** A page of Stripe sends payers back with one of its words: https://docs.stripe.com/payments/accept-a-payment#web-redirect */
const DONE: ReadonlySet<string> = new Set(['succeeded', 'processing']);

/**
 * A host that sells plans shows them, and members their own plan as long as they have one. Every other host says that it
 * sells none.
 */
export async function loadPlans(
  about: PlanPageName,
  request: PageRequest,
): Promise<LoadedPage<PlansPageProps> | Redirect | null> {
  const { data, api, config, params, query } = request;
  const { items } = await api.get<{ items: Plan[] }>(PLAN_API_ROUTES.payment_plans);
  const canPay = config.CARD_KEYS.premium !== '';
  const limits = await data.getUploadLimits();
  const { subscription } =
    config.USER && canPay
      ? (await api.get<{ billing: Billing }>('subscription')).billing
      : { subscription: null };
  const sellsNothing = items.length === 0;
  if (!canPay || (sellsNothing && !subscription)) return { props: { about, limits, shop: null } };
  if (sellsNothing && about === 'plans') return { redirect: OWN_PAGE_ROUTES.billing };
  // One's own plan may be retired, and a renewal of it still open.
  const known = subscription ? [...items, subscription.plan] : items;
  const chosen = known.find(({ plan_id }) => plan_id === params.plan_id) ?? null;
  if (about === 'plan' && !chosen) return null;
  if (about === 'plan' && !config.USER) {
    return { redirect: loginPath(`/plans/subscribe/${chosen?.plan_id}`) };
  }
  const returned = about === 'plan' ? query.get('redirect_status') : null;
  if (returned)
    return { redirect: OWN_PAGE_ROUTES[DONE.has(returned) ? 'billing' : 'subscribe_error'] };
  const shop: Shop = { plans: items, chosen, subscription };
  return { props: { about, limits, shop } };
}
