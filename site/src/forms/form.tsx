import {
  createContext,
  type FormHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useSite } from '../site-context.tsx';
import type { FormState } from './use-form.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Texts = ReadonlyMap<Element, string>;

/** Text areas are read before the page comes alive: React sets a filled one back to the text of the server. */
const readTexts = (): Texts =>
  new Map(
    typeof document === 'undefined'
      ? []
      : [...document.querySelectorAll('textarea')].map((area) => [area, area.value]),
  );

/** The named fields that were changed since the server sent the form, because people may type before scripts arrive. */
function typedEarly(
  form: HTMLFormElement,
  texts: Texts,
): [name: string, value: string | boolean][] {
  const controls = [...form.elements].filter(isControl);
  const contentOf = (control: Control) =>
    isBox(control) ? control.checked : (texts.get(control) ?? control.value);
  return controls
    .filter((control) => isTouched(control, contentOf(control)))
    .map((control) => [control.name, contentOf(control)]);
}

const isControl = (element: Element): element is Control =>
  /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && (element as Control).name !== '';

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

function isTouched(control: Control, content: string | boolean): boolean {
  if (isBox(control)) return content !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const sent = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return content !== (sent?.value ?? '');
  }
  // Browsers trim some values automatically.
  return String(content).trim() !== control.defaultValue.trim();
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
  const { t } = useSite();
  const element = useRef<HTMLFormElement>(null);
  const first = useRef(form);
  const [texts] = useState(readTexts);
  const { top } = form.errors;
  const [isAlive, setAlive] = useState(false);
  const isReady = isAlive || attributes.action !== undefined;

  const early = useRef<ReturnType<typeof typedEarly>>(undefined);
  const readEarly = () => {
    early.current ??= element.current ? typedEarly(element.current, texts) : [];
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
      {attributes.action === undefined && (
        <noscript>
          <p className="es-hint">{t('form_needs_script')}</p>
        </noscript>
      )}
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
