import { buildPath } from 'earshot/contract';
import {
  ALL_PAGE_ROUTES,
  bytesInWords,
  type Plan,
  type Subscription,
  type UploadLimits,
} from 'earshot-site/contract';
import { ActionLink } from '../../action.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { BillingPage } from './billing.tsx';
import { ChangePage } from './change.tsx';
import { PaymentErrorPage } from './payment-error.tsx';
import { PlanList } from './plan-list.tsx';
import { SubscribePage } from './subscribe.tsx';

/** The offer of a host that sells plans. */
export interface Shop {
  plans: readonly Plan[];
  /** The plan in the address. */
  chosen: Plan | null;
  /** The reader's subscription. */
  subscription: Subscription | null;
}

export type PlanPageName = 'plans' | 'plan' | 'billing' | 'card_error' | 'subscribe_error';

export interface PlansPageProps {
  about: PlanPageName;
  limits: UploadLimits;
  /** Null if this host sells nothing. */
  shop: Shop | null;
}

export function Page({ shop, ...props }: PlansPageProps) {
  const { about } = props;
  if (shop && about === 'plans') return <PlanList {...shop} />;
  if (shop?.chosen && about === 'plan') return <ChosenPlan {...shop} chosen={shop.chosen} />;
  if (shop && about === 'billing') return <BillingPage {...shop} />;
  if (shop && (about === 'card_error' || about === 'subscribe_error')) {
    return <PaymentErrorPage about={about} subscription={shop.subscription} />;
  }
  return <NoShop {...props} />;
}

/** A member with a paid plan changes it, or pays an open amount. */
function ChosenPlan({ chosen, subscription, plans }: Shop & { chosen: Plan }) {
  const isOpen = subscription?.status === 'active' || subscription?.status === 'past_due';
  if (!isOpen || subscription.plan.is_free) return <SubscribePage plan={chosen} />;
  if (chosen.plan_id !== subscription.plan.plan_id) {
    return <ChangePage plan={chosen} card={subscription.card} />;
  }
  if (subscription.status === 'past_due') return <SubscribePage plan={chosen} isOverdue />;
  return <BillingPage subscription={subscription} plans={plans} />;
}

/** A host that sells nothing: each address explains this, with a link to the next page. */
function NoShop({ about, limits }: Omit<PlansPageProps, 'shop'>) {
  const { t: site } = useSite();
  const t = useTexts('plans');
  const inWords = (bytes: number) => bytesInWords(bytes, site('date_locale'));
  const isError = about === 'card_error' || about === 'subscribe_error';
  const next = NEXT[about];
  return (
    <>
      <h1>{t(`${about}_title`)}</h1>
      <Empty text={t(`${about}_text`)}>
        <ActionLink href={buildPath(ALL_PAGE_ROUTES, next.page)}>{t(next.text)}</ActionLink>
      </Empty>
      {!isError && about !== 'plan' && (
        <div className="site-prose">
          <h2>{t('uploads')}</h2>
          <ul>
            <li>{t('file_limit', { size: inWords(limits.file) })}</li>
            <li>{t('account_limit', { size: inWords(limits.account) })}</li>
          </ul>
          <p>{t('more_room')}</p>
        </div>
      )}
    </>
  );
}

/** The next page of each. */
const NEXT = {
  plans: { page: 'page', text: 'to_host' },
  plan: { page: 'plans', text: 'to_plans' },
  billing: { page: 'settings', text: 'to_settings' },
  card_error: { page: 'billing', text: 'to_billing' },
  subscribe_error: { page: 'plans', text: 'to_plans' },
} as const;
