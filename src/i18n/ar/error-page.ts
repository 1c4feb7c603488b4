// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { ErrorPageMessages } from '../messages.ts';

export const errorPage: ErrorPageMessages = {
  failed: 'خلل من جهتنا يمنع تحميل هذا المشغّل. حاول مرة أخرى بعد قليل.',
  show: 'هذا البرنامج غير متاح.',
  missing: 'لا يذكر عنوان هذا المشغّل حلقة ولا برنامجًا.',
  malformed: 'في عنوان هذا المشغّل حلقة أو برنامج ليس رقمًا صالحًا.',
  doubled: 'يذكر عنوان هذا المشغّل أكثر من حلقة أو برنامج.',
};
