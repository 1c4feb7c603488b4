// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { ReportMessages } from '../messages.ts';

export const report: ReportMessages = {
  title: 'إبلاغ المشرفين',
  kind_episode: 'حلقة',
  kind_show: 'برنامج',
  kind_user: 'مستخدم',
  kind_message: 'تعليق',
  reason: 'ما المشكلة؟',
  reason_spam: 'إعلانات أو رسائل مزعجة',
  reason_abuse: 'إهانات أو كراهية أو تهديدات',
  reason_rights: 'يستخدم عمل الآخرين من دون إذن',
  reason_illegal: 'مخالف للقانون',
  reason_other: 'شيء آخر',
  text: 'ما الذي ينبغي أن يعرفه المشرفون؟',
  text_hint: 'اختياري. 1000 حرف على الأكثر.',
  send: 'إرسال البلاغ',
  thanks: 'شكرًا لك',
  thanks_text: 'سينظر المشرفون في الأمر.',
};
