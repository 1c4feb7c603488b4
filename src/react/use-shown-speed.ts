import { useTranslate } from './player-context.tsx';

/** `1.5×` in the player's language. */
export function useShownSpeed(): (rate: number) => string {
  const t = useTranslate();
  return (rate) => `${`${rate}`.replace('.', t('decimal_sign'))}×`;
}
