// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { TeamMessages } from '../messages.ts';

export const team: TeamMessages = {
  editors: 'المحررون',
  no_editors: 'لا يعمل على هذا البرنامج سوى صاحبه.',
  add: 'إضافة محرر',
  add_hint:
    'يعدّل المحررون البرنامج وحلقاته ويقرؤون تعليقاته. لا يمكنهم حذفه ولا نقل خلاصته ولا اختيار المحررين.',
  page_address: 'عنوان صفحته هنا',
  add_go: 'إضافة',
  added: 'أُضيف المحرر.',
  remove: 'إزالة',
  remove_name: 'إزالة %name%',
  remove_sure: 'ألا يعدّل %name% البرنامج بعد الآن؟',
  removed: 'أُزيل المحرر.',
  no_fans: 'لا يوجد متابعون بعد',
  no_fans_text: 'يظهر هنا من يتابعونك.',
  more: 'المزيد',
};
