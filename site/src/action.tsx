import type { ComponentProps } from 'react';

interface Look {
  /** Null looks like text. */
  kind?: 'primary' | 'secondary' | 'danger' | null;
}

/** `aria-busy` while the press is being carried out. */
type ActionProps = ComponentProps<'button'> & Look;

/** A button with a text. */
export const Action = ({ kind = 'secondary', ...attributes }: ActionProps) => (
  <button type="button" className="es-action" data-kind={kind} {...attributes} />
);

/** Sends the form around it. */
export const SubmitAction = (props: ActionProps) => (
  <Action type="submit" kind="primary" {...props} />
);

/** A link that looks like a button. */
export const ActionLink = ({ kind = 'secondary', ...attributes }: ComponentProps<'a'> & Look) => (
  <a className="es-action" data-kind={kind} {...attributes} />
);

/** Below a list or a text: the link to more of it, or to what comes next. */
export const LinkBelow = (link: ComponentProps<typeof ActionLink>) => (
  <p>
    <ActionLink {...link} />
  </p>
);

/** Below the fields of a form: the button that sends it. */
export const SubmitBelow = (button: ActionProps) => (
  <p>
    <SubmitAction {...button} />
  </p>
);
