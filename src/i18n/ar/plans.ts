// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { PlansMessages } from '../messages.ts';

export const plans: PlansMessages = {
  plans_title: 'الخطط',
  plans_text: 'لا يبيع هذا المضيف خططًا ولا يتقاضى مدفوعات. الاستماع والنشر هنا مجانيان.',
  plan_title: 'هذه الخطة ليست للبيع',
  plan_text: 'لا يبيع هذا المضيف خططًا. لم يُطلب شيء، ولن يُخصم شيء.',
  billing_title: 'الخطة والفوترة',
  billing_text: 'ليست لديك خطة هنا، ولا تُخزَّن بطاقة لك: لا يتقاضى هذا المضيف مدفوعات.',
  card_error_title: 'لم تتم عملية الدفع بالبطاقة',
  card_error_text:
    'رُفض الدفع أو انقطع في الطريق. لم يخصم هذا المضيف شيئًا ولم يخزن أي بطاقة. إن أظهر مصرفك خصمًا فهو من مكان آخر: اسأل مصرفك.',
  subscribe_error_title: 'لم يبدأ الاشتراك',
  subscribe_error_text: 'انقطع الطلب قبل أن يكتمل. ليست لديك خطة هنا، ولم يخصم هذا المضيف شيئًا.',
  uploads: 'ما يمكنك رفعه',
  file_limit: 'حجم الملف الواحد %size% على الأكثر.',
  account_limit: 'حجم كل ملفات الحساب الواحد %size% معًا، ما لم يحدد مشرف حدًا آخر له.',
  more_room: 'إن احتجت مساحة أكبر فاسأل القائمين على هذا المضيف.',
  to_host: 'عن هذا المضيف',
  to_plans: 'ما تكلفة كل شيء هنا',
  to_settings: 'إلى إعداداتك',
  to_billing: 'الخطة والفوترة',
};
