import { type ReactNode, useId } from 'react';
import { useSite } from '../site-context.tsx';

export interface AskFirstProps {
  /** The word on the button that asks, and on the one that does it. */
  label: string;
  /** Names the button that asks, where a page has several. */
  name?: string | undefined;
  question: string;
  text?: string;
  kind?: 'secondary';
  className?: string;
  /** The form that does it, around the buttons of the question. */
  form: (buttons: ReactNode) => ReactNode;
}

/**
 * A button that asks before its form is sent. The browser opens and closes the question, so it is asked without
 * JavaScript too.
 */
export function AskFirst(props: AskFirstProps) {
  const { label, name, question, text, kind, className = 'es-action', form } = props;
  const { texts } = useSite();
  const id = useId();
  const title = `${id}title`;
  return (
    <>
      <button
        type="button"
        className={className}
        data-kind={kind}
        aria-label={name}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={title}
        className="es-popup site-ask"
      >
        <div className="es-popup-body">
          <h2 id={title} className="site-confirm-title" dir="auto">
            {question}
          </h2>
          {text && <p dir="auto">{text}</p>}
          {form(
            <p className="site-form-end">
              <button type="submit" className="es-action" data-kind="danger">
                {label}
              </button>
              <button
                type="button"
                className="es-action"
                popoverTarget={id}
                popoverTargetAction="hide"
              >
                {texts.site.cancel}
              </button>
            </p>,
          )}
        </div>
      </div>
    </>
  );
}

/** Closes the question whose form was sent, if the page stays. */
export function closeQuestion(form: HTMLFormElement): void {
  form.closest<HTMLElement>('[popover]')?.hidePopover();
}
