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
      <button
        type="submit"
        name="to"
        value="up"
        className="es-button"
        disabled={isFirst}
        aria-label={t('move_up', { name })}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="submit"
        name="to"
        value="down"
        className="es-button"
        disabled={isLast}
        aria-label={t('move_down', { name })}
      >
        <span aria-hidden="true">↓</span>
      </button>
    </ActionForm>
  );
}
