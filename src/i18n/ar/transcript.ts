// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { TranscriptMessages } from '../messages.ts';

export const transcript: TranscriptMessages = {
  transcript: 'النص المكتوب',
  read: 'قراءة النص المكتوب',
  as_text: 'الكل كنص',
  title: 'النص المكتوب لحلقة «%title%»',
  back: 'العودة إلى الحلقة',
  search: 'البحث في النص',
  found: '%number% من %count%',
  not_found: 'لم يُعثر عليه',
  previous: 'النتيجة السابقة',
  next: 'النتيجة التالية',
  follow: 'العودة إلى ما يقال الآن',
  play_from: 'التشغيل من %time%',
  words: 'ما يقال. تنقلك مفاتيح الأسهم بين الفقرات، ويشغّل مفتاح الإدخال من هناك.',
  quote: 'اقتباس',
  quote_hint: 'حدّد كلمات لاقتباسها، أو فقرات بمفتاح Shift ومفاتيح الأسهم.',
  quote_of: 'اقتباس من %start% إلى %end%',
  quote_link: 'رابط الاقتباس',
  quote_play: 'تشغيل الاقتباس',
  quote_embed: 'تضمين الاقتباس',
  quote_close: 'إغلاق الاقتباس',
  failed: 'تعذّر تحميل النص. حاول مرة أخرى.',
};
