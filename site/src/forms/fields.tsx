import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { SubmitAction } from '../action.tsx';
import { useFormContext } from './form.tsx';

interface Described {
  name: string;
  label: ReactNode;
  /** An explanation below the field. */
  hint?: ReactNode;
}

/** A field of the surrounding form, with props that connect a control to its texts. */
export function useField(name: string, hint: ReactNode) {
  const form = useFormContext();
  const id = useId();
  const errors = form.errors.fields[name] ?? [];
  const notes = [errors.length > 0 && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return {
    form,
    value: form.values[name],
    texts: (
      <>
        {errors.length > 0 && (
          <span className="es-hint" data-level="error" id={`${id}-error`}>
            {errors.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        )}
        {hint && (
          <span className="es-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </>
    ),
    props: {
      id,
      name,
      'aria-invalid': errors.length > 0 || undefined,
      'aria-describedby': notes.join(' ') || undefined,
    },
  };
}

type TextFieldProps = Described &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'autoComplete' | 'required' | 'maxLength' | 'inputMode' | 'placeholder' | 'min' | 'max'
  >;

export function TextField({ name, label, hint, type = 'text', ...attributes }: TextFieldProps) {
  const { form, value, texts, props } = useField(name, hint);
  return (
    <div className="es-field">
      <label htmlFor={props.id}>{label}</label>
      <input
        {...props}
        {...attributes}
        type={type}
        dir="auto"
        value={String(value ?? '')}
        onChange={(event) => form.set(name, event.target.value)}
      />
      {texts}
    </div>
  );
}

/** The password that a person has, or with `isNew` one that they choose. */
export function PasswordField({ isNew, ...field }: TextFieldProps & { isNew?: boolean }) {
  const autoComplete = isNew ? 'new-password' : 'current-password';
  return <TextField required {...field} type="password" autoComplete={autoComplete} />;
}

type TextAreaProps = Described &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength' | 'placeholder'>;

export function TextArea({ name, label, hint, rows = 5, ...attributes }: TextAreaProps) {
  const { form, value, texts, props } = useField(name, hint);
  return (
    <div className="es-field">
      <label htmlFor={props.id}>{label}</label>
      <textarea
        {...props}
        {...attributes}
        rows={rows}
        dir="auto"
        value={String(value ?? '')}
        onChange={(event) => form.set(name, event.target.value)}
      />
      {texts}
    </div>
  );
}

interface SelectFieldProps extends Described {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ name, label, hint, options }: SelectFieldProps) {
  const { form, value, texts, props } = useField(name, hint);
  return (
    <div className="es-field">
      <label htmlFor={props.id}>{label}</label>
      <select
        {...props}
        value={String(value ?? '')}
        onChange={(event) => form.set(name, event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {texts}
    </div>
  );
}

export function CheckField({ name, label, hint, required }: Described & { required?: boolean }) {
  const { form, value, texts, props } = useField(name, hint);
  return (
    <div className="es-field" data-kind="check">
      <input
        {...props}
        type="checkbox"
        value="true"
        checked={value === true}
        required={required}
        onChange={(event) => form.set(name, event.target.checked)}
      />
      <label htmlFor={props.id}>{label}</label>
      {texts}
    </div>
  );
}

/** Shows that the values are being sent. */
export function SubmitButton(button: ComponentProps<typeof SubmitAction>) {
  const { isReady, isSaving } = useFormContext();
  return <SubmitAction {...button} disabled={!isReady} aria-busy={isSaving} />;
}

/** The end of a form with one button. */
export function FormEnd(button: ComponentProps<typeof SubmitButton>) {
  return (
    <p className="site-form-end">
      <SubmitButton {...button} />
    </p>
  );
}
