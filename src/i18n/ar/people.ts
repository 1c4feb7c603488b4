// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { PeopleMessages } from '../messages.ts';

export const people: PeopleMessages = {
  block: 'حظر',
  unblock: 'رفع الحظر',
  block_question: 'هل تحظر %name%؟',
  block_text:
    'لن يرى أحدكما الآخر هنا: الصفحات والبرامج والحلقات والتعليقات. تنتهي المتابعة بينكما. يمكنك رفع الحظر من إعداداتك.',
  block_failed: 'تعذّرت معالجة طلبك. حاول مرة أخرى لاحقًا',
  blocked_note: 'لقد حظرت %name%. لا يرى أحدكما صفحات الآخر ولا برامجه ولا حلقاته ولا تعليقاته.',
  blocked_people: 'المحظورون',
  nobody_blocked: 'لم تحظر أحدًا.',
  lists: 'القوائم',
  shows: 'البرامج',
  likes: 'المفضلة',
  favorites: 'البرامج المتابَعة',
  followings: 'يتابع',
  fans: 'المتابعون',
  no_shows: 'لا توجد برامج هنا بعد.',
  no_likes: 'لا توجد حلقات مفضلة بعد.',
  no_favorites: 'لا توجد برامج متابَعة بعد.',
  no_followings: 'لا يتابع أحدًا بعد.',
  no_fans: 'لا يوجد متابعون بعد.',
  more_people: 'المزيد من الأشخاص',
  unblock_of: 'رفع الحظر عن %name%',
};
