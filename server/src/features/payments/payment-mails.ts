import { buildPath } from 'earshot/contract';
import { formatDate, type Language } from 'earshot/internal';
import {
  ALL_PAGE_ROUTES,
  bytesInWords,
  CARD_BRANDS,
  type PaymentCard,
  priceInWords,
  type UploadLimits,
} from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import { textIn } from '../../i18n/texts.ts';
import type { Database } from '../../platform/database/database.ts';

export type MailDeps = Pick<FeatureDeps, 'config' | 'mail'>;

export interface Receiver {
  to: string;
  language: Language;
  /** The name of the plan. */
  plan: string;
}

export interface FailedRenewal extends Receiver {
  /** Until when it can be paid. */
  graceEndsAt: Date;
  /** Null if Stripe does not say. */
  price: { price: number; currency: string } | null;
  card: PaymentCard | null;
}

/** Reports a failed renewal, and where and until when it can be paid. */
export async function sendFailure(
  database: Database,
  { config, mail }: MailDeps,
  { to, language, plan, graceEndsAt, price, card }: FailedRenewal,
): Promise<void> {
  const locale = textIn(language, 'planMails', 'locale');
  const lines = [
    price && textIn(language, 'planMails', 'amount', { amount: priceInWords(price, locale) }),
    card && textIn(language, 'planMails', 'card', { card: cardInWords(card) }),
  ];
  const values = {
    product: config.productName,
    plan,
    payment: lines.filter((line) => line !== null).join('\n'),
    date: formatDate(graceEndsAt.toISOString(), locale),
    link: config.siteUrl + buildPath(ALL_PAGE_ROUTES, 'billing'),
  };
  const text = textIn(language, 'planMails', 'failed_text', values);
  await mail.send(database, {
    to,
    subject: textIn(language, 'planMails', 'failed_subject', values),
    text: text.replace(/\n{3,}/g, '\n\n'), // the amount and card may be unknown
  });
}

/** Reports that a plan has ended unpaid, and the limits that hold now. */
export async function sendEnd(
  database: Database,
  { config, mail }: MailDeps,
  { to, language, plan, limits }: Receiver & { limits: UploadLimits },
): Promise<void> {
  const locale = textIn(language, 'planMails', 'locale');
  const values = {
    product: config.productName,
    plan,
    storage: bytesInWords(limits.account, locale),
    upload: bytesInWords(limits.file, locale),
    link: config.siteUrl + buildPath(ALL_PAGE_ROUTES, 'plans'),
  };
  await mail.send(database, {
    to,
    subject: textIn(language, 'planMails', 'ended_subject', values),
    text: textIn(language, 'planMails', 'ended_text', values),
  });
}

/** `Visa •••• 4242`, as cards are known in every language. */
const cardInWords = ({ brand, last4 }: PaymentCard): string =>
  `${CARD_BRANDS[brand] ?? ''} •••• ${last4}`.trim();
