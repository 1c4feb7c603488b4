// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { ListeningMessages } from '../messages.ts';

export const listening: ListeningMessages = {
  welcome_back: 'أهلًا بعودتك، %name%',
  new_for_you: 'جديد لك',
  nothing_new: 'ليس لما تتابعه حلقات بعد.',
  new_hint: 'تابع برنامجًا أو شخصًا لتظهر حلقاته الجديدة هنا.',
  suggestions: 'برامج للبداية',
  followed_shows: 'البرامج المتابَعة',
  all_followed_shows: 'كل البرامج المتابَعة',
  all_favourites: 'كل المفضلة',
  explore_all: 'استكشاف كل البرامج',
  history_kept: 'ما سمعته يبقى في هذا المتصفح. لا تعرفه أجهزتك الأخرى، ولا يعرفه هذا المضيف.',
  no_history: 'لم تستمع إلى شيء في هذا المتصفح بعد.',
  clear_history: 'مسح السجل',
  clear_question: 'هل تمسح سجلك؟',
  clear_text: 'ينسى هذا المتصفح ما سمعته وأين كنت في كل حلقة.',
  remove_heard: 'إزالة %title% من السجل',
  more_history: 'حلقات أقدم',
  queue_kept: 'تبقى قائمة انتظارك في هذا المتصفح، حتى حين تغلقه.',
  no_queue: 'لا شيء تاليًا. تضيف قائمة خيارات الحلقة الحلقةَ إلى قائمة انتظارك.',
  play_queue: 'تشغيل التالي',
  needs_script: 'تحتاج هذه الصفحة إلى JavaScript: متصفحك وحده يعرف ما تعرضه.',
};
