/** Mails about plans, in English. `{payment}` is what is known of the amount and the card. */
export const EN = {
  /** For dates, prices and sizes. */
  locale: 'en-GB',
  amount: 'Amount: {amount}',
  card: 'Card: {card}',
  failed_subject: 'Your payment to {product} failed',
  failed_text: `Your plan {plan} at {product} could not be renewed, because the payment failed.

{payment}

You keep the plan until {date}. Please pay before that, with the same or another card:

{link}

If nothing is paid, the plan ends. Nothing of yours is deleted.
`,
  ended_subject: 'Your plan at {product} has ended',
  ended_text: `Your plan {plan} at {product} has ended, because its renewal was not paid.

Nothing of yours is deleted. From now on, all your files may take {storage} together, unless an administrator has set another limit for your account. A new file may have up to {upload}.

You can choose a plan again at any time:

{link}
`,
} as const;

export type MailTexts = Readonly<Record<keyof typeof EN, string>>;
