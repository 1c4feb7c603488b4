import { buildPath } from 'earshot/contract';
import {
  bytesInWords,
  CARD_BRANDS,
  formatDate,
  type Language,
  OWN_PAGE_ROUTES,
  type PaymentCard,
  priceInWords,
  type UploadLimits,
} from 'earshot/internal';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { mailTextIn } from './mail-texts.ts';

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

/** Says that a renewal has failed, and where and until when it can be paid. */
export async function sendFailure(
  database: Database,
  { config, mail }: MailDeps,
  { to, language, plan, graceEndsAt, price, card }: FailedRenewal,
): Promise<void> {
  const locale = mailTextIn(language, 'locale');
  const lines = [
    price && mailTextIn(language, 'amount', { amount: priceInWords(price, locale) }),
    card && mailTextIn(language, 'card', { card: cardInWords(card) }),
  ];
  const values = {
    product: config.productName,
    plan,
    payment: lines.filter((line) => line !== null).join('\n'),
    date: formatDate(graceEndsAt.toISOString(), locale),
    link: config.siteUrl + buildPath(OWN_PAGE_ROUTES, 'billing'),
  };
  const text = mailTextIn(language, 'failed_text', values);
  await mail.send(database, {
    to,
    subject: mailTextIn(language, 'failed_subject', values),
    text: text.replace(/\n{3,}/g, '\n\n'), // nothing may be known of the payment
  });
}

/** Says that a plan has ended unpaid, and what holds now. */
export async function sendEnd(
  database: Database,
  { config, mail }: MailDeps,
  { to, language, plan, limits }: Receiver & { limits: UploadLimits },
): Promise<void> {
  const locale = mailTextIn(language, 'locale');
  const values = {
    product: config.productName,
    plan,
    storage: bytesInWords(limits.account, locale),
    upload: bytesInWords(limits.file, locale),
    link: config.siteUrl + buildPath(OWN_PAGE_ROUTES, 'plans'),
  };
  await mail.send(database, {
    to,
    subject: mailTextIn(language, 'ended_subject', values),
    text: mailTextIn(language, 'ended_text', values),
  });
}

/** `Visa •••• 4242`, as cards are known in every language. */
const cardInWords = ({ brand, last4 }: PaymentCard): string =>
  `${CARD_BRANDS[brand] ?? ''} •••• ${last4}`.trim();
