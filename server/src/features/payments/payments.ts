/** Facts about plans and payments for other features. */
export { planInForce, requireFeature } from './plan-in-force.ts';
