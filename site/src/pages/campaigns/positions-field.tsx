import type { AdPosition } from 'earshot-site/contract';
import { useField } from '../../forms/fields.tsx';
import { useTexts } from '../../site-context.tsx';
import { FieldGroup } from '../../studio/field-group.tsx';

const POSITIONS = ['pre', 'mid', 'post'] as const;

/** A box for each position of an episode. */
export function PositionsField() {
  const t = useTexts('ads');
  const { form, value, texts, props } = useField('positions', t('positions_hint'));
  const chosen = value as readonly AdPosition[];
  return (
    <FieldGroup title={t('positions')}>
      {POSITIONS.map((position) => (
        <div key={position} className="es-field" data-kind="check">
          <input
            id={props.id + position}
            type="checkbox"
            aria-invalid={props['aria-invalid']}
            aria-describedby={props['aria-describedby']}
            checked={chosen.includes(position)}
            onChange={({ target }) =>
              form.set(
                'positions',
                POSITIONS.filter((one) =>
                  one === position ? target.checked : chosen.includes(one),
                ),
              )
            }
          />
          <label htmlFor={props.id + position}>{t(position)}</label>
        </div>
      ))}
      {texts}
    </FieldGroup>
  );
}
