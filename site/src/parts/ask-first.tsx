import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import { Action, SubmitAction } from '../action.tsx';
import { useSite } from '../site-context.tsx';

export interface AskFirstProps {
  /** The labels of the button that asks, and of the one that confirms. */
  label: string;
  /** Names the button that asks, if a page has several. */
  name?: string | undefined;
  question: string;
  text?: string;
  kind?: 'secondary';
  className?: string;
  /** The form for the action, around the buttons of the question. */
  form: (buttons: ReactNode) => ReactNode;
}

/**
 * A button that asks before its form is sent. The browser opens and closes the question, so it works without
 * JavaScript too.
 */
export function AskFirst(props: AskFirstProps) {
  const { label, name, question, text, kind, className = 'es-action', form } = props;
  const { texts } = useSite();
  const id = useId();
  const title = `${id}title`;
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers read the question out. The browser returns the focus afterwards.
  const read = ({ newState }: ToggleEvent) => {
    if (newState === 'open') heading.current?.focus();
  };
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
        onToggle={read}
      >
        <div className="es-popup-body">
          <h2 ref={heading} id={title} className="site-confirm-title" tabIndex={-1} dir="auto">
            {question}
          </h2>
          {text && <p dir="auto">{text}</p>}
          {form(
            <p className="site-form-end">
              <SubmitAction kind="danger">{label}</SubmitAction>
              <Action kind={null} popoverTarget={id} popoverTargetAction="hide">
                {texts.site.cancel}
              </Action>
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
