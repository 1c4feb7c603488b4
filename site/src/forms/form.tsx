import {
  createContext,
  type FormHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { FormState } from './use-form.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The named fields that were changed since the server sent the form, because people may type before scripts arrive. */
function typedEarly(form: HTMLFormElement): [name: string, value: string | boolean][] {
  const controls = [...form.elements].filter(isControl);
  return controls.filter(isTouched).map((control) => [control.name, contentOf(control)]);
}

const isControl = (element: Element): element is Control =>
  /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && (element as Control).name !== '';

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

const contentOf = (control: Control) => (isBox(control) ? control.checked : control.value);

function isTouched(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const sent = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return control.value !== (sent?.value ?? '');
  }
  // Browsers trim some values automatically.
  return control.value.trim() !== control.defaultValue.trim();
}

interface AnyForm extends FormState<Record<string, unknown>> {
  /** False if the form needs its script, which has not arrived. */
  readonly isReady: boolean;
}

const FormContext = createContext<AnyForm | null>(null);

/** The surrounding form. @throws Error outside a Form */
export function useFormContext(): AnyForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('This field needs a <Form> around it.');
  return form;
}

export interface FormProps<Values extends object>
  extends Pick<
    FormHTMLAttributes<HTMLFormElement>,
    'action' | 'method' | 'className' | 'noValidate'
  > {
  form: FormState<Values>;
  /** After the values were saved. */
  onSaved?: () => void;
  children: ReactNode;
}

/** Shows the errors without a field on top. After an error, the first wrong field gets the focus. */
export function Form<Values extends object>({
  form,
  onSaved,
  children,
  className = 'site-form',
  ...attributes
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const first = useRef(form);
  const { top } = form.errors;
  const [isAlive, setAlive] = useState(false);
  const isReady = isAlive || attributes.action !== undefined;

  const early = useRef<ReturnType<typeof typedEarly>>(undefined);
  const readEarly = () => {
    early.current ??= element.current ? typedEarly(element.current) : [];
  };
  const takeEarly = () => {
    readEarly();
    for (const [name, value] of early.current?.splice(0) ?? []) {
      if (typeof value === typeof first.current.values[name as keyof Values]) {
        first.current.set(name as keyof Values, value as Values[keyof Values]);
      }
    }
  };
  const onAlive = useRef(() => {
    setAlive(true);
    readEarly();
    queueMicrotask(takeEarly); // after the form has read its draft, which is older
  });
  useEffect(() => onAlive.current(), []);

  useEffect(() => {
    const hasErrors = form.errors.top.length > 0 || Object.keys(form.errors.fields).length > 0;
    if (!hasErrors) return;
    const wrong = element.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], .site-form-errors',
    );
    wrong?.focus();
  }, [form.errors]);

  return (
    <form
      ref={element}
      className={className}
      method="post" // a password must never become part of an address
      noValidate
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        takeEarly(); // Enter may be the first interaction with the form
        void form.submit().then((isSaved) => isSaved && onSaved?.());
      }}
    >
      {top.length > 0 && (
        <div className="site-form-errors" role="alert" tabIndex={-1}>
          {top.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <FormContext.Provider value={{ ...form, isReady } as unknown as AnyForm}>
        {children}
      </FormContext.Provider>
    </form>
  );
}
