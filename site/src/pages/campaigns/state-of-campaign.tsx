import { useTexts } from '../../site-context.tsx';
import type { CampaignState } from './campaign-state.ts';

export function StateOfCampaign({ state }: { state: CampaignState }) {
  const t = useTexts('ads');
  return (
    <span className="es-chip studio-state" data-state={state}>
      {t(`state_${state}`)}
    </span>
  );
}
