// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { MailTexts } from './mail-texts-en.ts';

export const AR: MailTexts = {
  locale: 'ar-EG-u-nu-latn',
  amount: 'المبلغ: {amount}',
  card: 'البطاقة: {card}',
  failed_subject: 'فشلت دفعتك لدى {product}',
  failed_text: `تعذر تجديد خطتك {plan} لدى {product} لأن الدفعة فشلت.

{payment}

تبقى الخطة لك حتى {date}. يرجى الدفع قبل ذلك بالبطاقة نفسها أو ببطاقة أخرى:

{link}

إن لم يُدفع شيء تنتهي الخطة. لن يُحذف شيء مما لك.
`,
  ended_subject: 'انتهت خطتك لدى {product}',
  ended_text: `انتهت خطتك {plan} لدى {product} لأن تجديدها لم يُدفع.

لن يُحذف شيء مما لك. من الآن يمكن أن يبلغ حجم كل ملفاتك {storage} معًا، ما لم يحدد مشرف حدًا آخر لحسابك. وحجم الملف الجديد {upload} على الأكثر.

يمكنك اختيار خطة من جديد في أي وقت:

{link}
`,
};
