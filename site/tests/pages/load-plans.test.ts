import { describe, expect, it } from 'vitest';
import { loadPlans } from '../../src/pages/plans/server.ts';

type About = Parameters<typeof loadPlans>[0];

const PLAN = { plan_id: 'studio', name: 'Studio', price: 900, is_free: false };
const SUBSCRIPTION = { plan: PLAN, status: 'active', pending_plan_id: null };

interface Host {
  items?: readonly object[];
  subscription?: object | null;
  key?: string;
}

/** The data of a member on a host that sells `items`. */
function load(about: About, { items = [], subscription = null, key = 'pk_test' }: Host) {
  const request = {
    data: { getUploadLimits: async () => ({ file: 1, account: 1 }) },
    api: {
      get: async (name: string) =>
        name === 'subscription' ? { billing: { subscription } } : { items },
    },
    config: { CARD_KEYS: { premium: key }, USER: { user_id: 1 } },
    params: { plan_id: PLAN.plan_id },
    query: new URLSearchParams(),
    textsOf: () => (key: string) => key,
  };
  return loadPlans(about, request as never);
}

describe('loadPlans', () => {
  it('shows a member his plan although every plan is retired', async () => {
    const retired = { items: [], subscription: SUBSCRIPTION };
    const shop = { plans: [], subscription: SUBSCRIPTION };
    expect(await load('billing', retired)).toMatchObject({ props: { shop } });
    expect(await load('plan', retired)).toMatchObject({ props: { shop: { chosen: PLAN } } });
  });

  it('leads a member to his own plan if there is none to choose', async () => {
    const retired = { items: [], subscription: SUBSCRIPTION };
    expect(await load('plans', retired)).toEqual({ redirect: '/cms/settings/plan-and-billing' });
  });

  it.each<[string, Host]>([
    ['sells no plans', {}],
    ['cannot take payments', { items: [PLAN], subscription: SUBSCRIPTION, key: '' }],
  ])('says so on a host that %s', async (_what, host) => {
    expect(await load('billing', host)).toMatchObject({ props: { shop: null } });
  });
});
