import { ApiError } from 'earshot';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readFieldErrors } from '../forms/field-errors.ts';
import { closeQuestion } from '../parts/ask-first.tsx';
import { postForm } from '../session/post-form.ts';
import { useSite } from '../site-context.tsx';

export interface ActionFormProps {
  /** Hidden fields: `do` names the action. */
  fields: Readonly<Record<string, string | number>>;
  /** The message after success. */
  done?: string;
  /** Receives the API's answer, and the fields that were sent. */
  onAnswer?: (answer: unknown, sent: Readonly<Record<string, string>>) => void;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  /** Empties the form afterwards. */
  resets?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A form that its own page carries out. Without JavaScript the browser sends it and shows the page again. With it the
 * same request is made in place, so that playback continues.
 */
export function ActionForm(props: ActionFormProps) {
  const { fields, done, onAnswer, resets, onInput, className, children } = props;
  const { client, texts } = useSite();
  const [isBusy, setBusy] = useState(false);
  const leave = useRef(() => {}); // the row may be removed some time after the refresh
  useEffect(() => () => leave.current(), []);

  async function send(event: FormEvent<HTMLFormElement>) {
    if (!client) return;
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (isBusy) return;
    setBusy(true);
    closeQuestion(form);
    const sent = new FormData(form, submitter);
    const values = Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]));
    try {
      const answer = await client.withLogin(() => postForm(location.pathname, values));
      onAnswer?.(answer, values);
      if (resets) {
        form.reset();
        form.closest('details')?.removeAttribute('open');
      }
      leave.current = wayFrom(form);
      await client.refresh();
      if (done) client.notify(done, { level: 'success' });
    } catch (error) {
      const messages = error instanceof ApiError ? error.messages : [texts.site.failed_text];
      const text = showAtFields(form, messages).join(' ');
      if (text) client.notify(text, { level: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      method="post"
      onInput={(event) => {
        clearErrors(event.currentTarget);
        onInput?.(event);
      }}
      onClickCapture={(event) => clearErrors(event.currentTarget)}
      className={className}
      onSubmit={(event) => void send(event)}
      aria-busy={isBusy || undefined}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Has the browser show errors at their fields. Returns the messages that concern no field of the form. */
function showAtFields(form: HTMLFormElement, messages: readonly string[]): readonly string[] {
  const inputs = [...inputsOf(form)];
  const { fields, top } = readFieldErrors(
    messages,
    inputs.map(({ name }) => name),
  );
  for (const input of inputs) input.setCustomValidity(fields[input.name]?.join(' ') ?? '');
  form.reportValidity();
  return top;
}

/**
 * A browser does not send a form with an error. The change of one field can mend another, and the same values may be
 * right at the next press.
 */
function clearErrors(form: HTMLFormElement): void {
  for (const input of inputsOf(form)) input.setCustomValidity('');
}

const inputsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement>('[name]:is(input, select, textarea):not([type=hidden])');

/** Moves the focus of a form whose row was removed: to the first button of a neighbour that asks, or to the heading. */
function wayFrom(form: HTMLFormElement): () => void {
  const row = form.closest('li,tr');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const heading = form.closest('main')?.querySelector('h1');
  return () => {
    if (document.activeElement !== document.body) return;
    const button = other?.isConnected && other.querySelector<HTMLElement>('[popovertarget]');
    if (button) return button.focus();
    if (heading) heading.tabIndex = -1;
    heading?.focus();
  };
}

/** The errors of a form sent without JavaScript. */
export function ActionErrors({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="site-form-errors" role="alert">
      {messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
