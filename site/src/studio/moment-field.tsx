import { type ReactNode, useEffect, useState } from 'react';
import { useField } from '../forms/fields.tsx';
import { toIso, toLocal } from './time-field.tsx';
import { ZoneName } from './zone-name.tsx';

interface MomentFieldProps {
  /** The field of the form holds ISO 8601, or an empty text. */
  name: string;
  label: string;
  hint?: ReactNode;
}

/** A day and an hour in a form, by the author's own clock. It may be empty. */
export function MomentField({ name, label, hint }: MomentFieldProps) {
  const { form, value, texts, props } = useField(name, hint);
  const [isHere, setHere] = useState(false); // the first render must equal that of the server, which has another clock
  useEffect(() => setHere(true), []);
  const iso = String(value ?? '');
  return (
    <div className="es-field">
      <label htmlFor={props.id}>
        {label} <ZoneName />
      </label>
      <input
        {...props}
        name={undefined} // text typed before the script arrives is not ISO 8601
        type="datetime-local"
        value={isHere && iso ? toLocal(iso) : iso.slice(0, 16)}
        onChange={({ target }) => form.set(name, toIso(target.value))}
      />
      {texts}
    </div>
  );
}
