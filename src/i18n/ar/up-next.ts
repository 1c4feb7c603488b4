// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { UpNextMessages } from '../messages.ts';

export const upNext: UpNextMessages = {
  up_next: 'التالي',
  queue: 'قائمة انتظارك',
  after: 'ثم من القائمة',
  empty: 'لا شيء بعد هذه الحلقة. أضف حلقة من قائمة خياراتها.',
  clear: 'إفراغ قائمة الانتظار',
  drag: 'اسحب لنقل %title%',
  options: 'خيارات %title%',
  play_next: 'تشغيل تاليًا',
  add_to_queue: 'إضافة إلى قائمة الانتظار',
  move_up: 'نقل إلى أعلى',
  move_down: 'نقل إلى أسفل',
  remove: 'إزالة من قائمة الانتظار',
};
