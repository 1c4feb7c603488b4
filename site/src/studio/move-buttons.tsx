import { useTexts } from '../site-context.tsx';
import { ActionForm } from './action-form.tsx';

interface MoveButtonsProps {
  fields: Readonly<Record<string, string | number>>;
  /** The name of the moved row, for screen readers. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
}

/** Moves a row of a list up or down by one place. */
export function MoveButtons({ fields, name, isFirst, isLast }: MoveButtonsProps) {
  const t = useTexts('admin');
  return (
    <ActionForm className="studio-moves" fields={fields} done={t('moved')}>
      <Move to="up" label={t('move_up', { name })} disabled={isFirst} />
      <Move to="down" label={t('move_down', { name })} disabled={isLast} />
    </ActionForm>
  );
}

function Move({ to, label, disabled }: { to: 'up' | 'down'; label: string; disabled: boolean }) {
  return (
    <button
      type="submit"
      name="to"
      value={to}
      className="es-button"
      disabled={disabled}
      aria-label={label}
    >
      <span aria-hidden="true">{to === 'up' ? '↑' : '↓'}</span>
    </button>
  );
}
