// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { NewsMessages } from '../messages.ts';

export const news: NewsMessages = {
  new_episode: 'حلقة جديدة:',
  on_air_now: 'على الهواء الآن:',
  on_air: 'على الهواء',
  ended: 'انتهى البث.',
  liked: 'أُعجب مستمع بهذه الحلقة للتو.',
  new_comments: {
    zero: 'لا تعليقات جديدة',
    one: 'عرض تعليق جديد واحد',
    two: 'عرض تعليقين جديدين',
    few: 'عرض %count% تعليقات جديدة',
    many: 'عرض %count% تعليقًا جديدًا',
    other: 'عرض %count% تعليق جديد',
  },
  new_fans: {
    zero: 'لا متابعين جددًا',
    one: 'عرض متابع جديد واحد',
    two: 'عرض متابعَين جديدين',
    few: 'عرض %count% متابعين جدد',
    many: 'عرض %count% متابعًا جديدًا',
    other: 'عرض %count% متابع جديد',
  },
  listening_now: {
    zero: 'لا أحد يستمع الآن',
    one: 'مستمع واحد الآن',
    two: 'مستمعان الآن',
    few: '%count% مستمعين الآن',
    many: '%count% مستمعًا الآن',
    other: '%count% مستمع الآن',
  },
};
