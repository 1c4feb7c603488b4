import type { ConnectMessages } from '../messages.ts';

export const connect: ConnectMessages = {
  continue_with: 'المتابعة عبر %service%',
  or: 'أو',
  waiting_title: 'جارٍ الاتصال بـ %service%',
  waiting: 'فُتحت نافذة %service%. تابع هناك.',
  failed: 'فشل تسجيل الدخول: ربما رفضت بعض الأذونات أثناء الاتصال.',
  not_loaded:
    'تعذّر تحميل الاتصال بـ %service%. ربما لم توافق على ملفات تعريف الارتباط الوظيفية، أو تحجبه إضافة في متصفحك، أو حدث خلل عابر. حاول مرة أخرى.',
  again: 'حاول مرة أخرى',
  unknown_title: 'أنشئ حسابك',
  unknown:
    'تعذّرت مطابقة ملفك في %service% مع أي حساب. أنشئ حسابًا الآن، أو سجّل الدخول واربطه في إعداداتك.',
  name: 'الاسم',
  create: 'إنشاء حساب',
  decline: 'لا، شكرًا',
  declined: 'لا يمكنك التسجيل إلا إذا وافقت على شروط الخدمة.',
  services: 'تسجيل الدخول بخدمات أخرى',
  services_text: 'يمكنك تسجيل الدخول بخدمة مرتبطة دون كلمة مرور.',
  connect: 'ربط',
  connect_service: 'ربط %service%',
  disconnect: 'فصل',
  disconnect_service: 'فصل %service%',
  connected: 'مرتبط',
  not_connected: 'غير مرتبط',
  password_text:
    'اكتب كلمة مرور حسابك هنا حتى لا يربطه أحد غيرك. اتركها فارغة إن لم تكن لديك: نرسل إليك رسالة.',
  password: 'كلمة المرور',
  linked: 'تم ربط %service%.',
  mailed: 'تفقد بريدك: رابط هناك يربط %service%.',
  unlinked: 'تم فصل %service%.',
};
