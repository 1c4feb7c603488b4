/** Facts about plans and payments for other features. */
export { hasFeature, planInForce, requireFeature } from './plan-in-force.ts';
