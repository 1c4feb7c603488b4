// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { AccountTexts } from './texts-en.ts';

export const AR: AccountTexts = {
  verify_subject: 'أكد عنوانك لدى {product}',
  verify_text: `يرجى تأكيد أن هذا العنوان لك:

{link}

يعمل الرابط 7 أيام. إن لم تطلب ذلك فتجاهل هذه الرسالة، ولن يحدث شيء.
`,
  change_subject: 'عنوانك لدى {product}',
  change_text: `طلب شخص يعرف كلمة مرورك من {product} أن يستخدم بريدًا إلكترونيًا آخر لحسابك. يتغير العنوان حالما يُؤكَّد الجديد.

إن لم تكن أنت، فضع كلمة مرور جديدة الآن:

{link}
`,
  reset_subject: 'كلمة مرورك الجديدة لدى {product}',
  reset_text: `اختر كلمة مرور جديدة هنا:

{link}

يعمل الرابط ساعة واحدة ومرة واحدة فقط. إن لم تطلب ذلك فتجاهل هذه الرسالة، وتبقى كلمة مرورك كما هي.
`,
  password_changed_subject: 'تغيّرت كلمة مرورك لدى {product}',
  password_changed_text: `تغيّرت كلمة مرور حسابك لدى {product} الآن. انتهت كل الجلسات الأخرى.

إن لم تكن أنت، فضع كلمة مرور جديدة الآن:

{link}
`,
  archive_subject: 'حُذف حسابك لدى {product}',
  archive_text: `حُذف حسابك لدى {product}. كل ما كان لك هناك في أرشيف يمكنك تنزيله هنا:

{link}

يعمل الرابط 30 يومًا ولتنزيل واحد. بعد ذلك يُزال الأرشيف.
`,
  verify_title: 'أكد عنوانك',
  verify_button: 'تأكيد',
  verify_done: 'شكرًا لك. تم تأكيد عنوانك.',
  reset_title: 'اختر كلمة مرور جديدة',
  reset_button: 'حفظ',
  reset_done: 'حُفظت كلمة مرورك الجديدة. سجّل الدخول بها.',
  reset_services:
    'قد تتمكن خدمات أخرى من تسجيل الدخول إلى حسابك أيضًا. افصل في إعداداتك ما لا تعرفه منها.',
  forgot_title: 'هل نسيت كلمة المرور؟',
  forgot_button: 'أرسل لي رابطًا',
  forgot_done: 'انظر في بريدك',
  setup_title: 'إعداد {product}',
  setup_intro: 'تنشئ هذه الصفحة مشرف هذا المضيف. تعمل مرة واحدة.',
  setup_button: 'إنشاء الحساب',
  archive_title: 'أرشيف حسابك',
  archive_button: 'تنزيل',
  archive_dead: 'لم يعد هذا الرابط يعمل. نُزّل الأرشيف من قبل، أو أنه قديم جدًا.',
  link_dead: 'لم يعد هذا الرابط يعمل',
  setup_dead:
    'لم يعد هذا الرابط يعمل: المشرف موجود، أو أن الرابط قديم جدًا. أعد تشغيل البرنامج للحصول على رابط آخر.',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  password_hint: '8 أحرف على الأقل',
  name: 'الاسم',
  connect_login_title: 'تسجيل الدخول بخدمة أخرى',
  connect_with: 'المتابعة عبر {provider}',
  connect_signup_title: 'أنشئ حسابك',
  connect_signup_text: 'تعذّرت مطابقة ملفك في {provider} مع أي حساب في {product}.',
  connect_member_text: 'أنت مسجل الدخول بالفعل. يمكنك ربط ملفك في {provider} بحسابك.',
  connect_name_hint: 'إذا تركته فارغًا، نستخدم الاسم الذي أعطانا إياه {provider}.',
  connect_decline: 'لا، شكرًا',
  connect_declined: 'لا يمكنك التسجيل إلا إذا وافقت على شروط الخدمة.',
  connect_link_title: 'ربط {provider}',
  connect_link_text:
    'اكتب كلمة مرورك ليتمكن حسابك في {provider} من تسجيل الدخول هنا من الآن فصاعدًا.',
  connect_confirm_text: 'يمكن لحسابك في {provider} تسجيل الدخول هنا من الآن فصاعدًا.',
  connect_button: 'ربط',
  connect_done: 'تم ربط {provider}',
  connect_mailed_text:
    'ليس لحسابك كلمة مرور، لذلك أرسلنا إليك رسالة. الرابط الذي فيها يربط {provider}.',
  connect_window_done: 'يمكنك إغلاق هذه النافذة.',
  connect_subject: 'ربط {provider} بحسابك في {product}',
  connect_text: `شخص مسجل الدخول إلى حسابك في {product} يريد تسجيل الدخول عبر {provider} أيضًا. إذا كنت أنت، فأكد ذلك هنا:

{link}

يعمل الرابط لمدة ساعة ومرة واحدة فقط. إذا لم تطلب ذلك، فتجاهل هذه الرسالة: لن يحدث شيء.
`,
  connected_subject: 'يمكن تسجيل الدخول إلى حسابك في {product} عبر {provider}',
  connected_text: `يمكن الآن تسجيل الدخول إلى حسابك في {product} عبر {provider}.

إن لم تكن أنت، فضع كلمة مرور جديدة الآن. ثم افصل {provider} في إعداداتك.

{link}
`,
  accept_terms: 'أوافق على %terms% و%privacy%.',
  terms_link: 'شروط الخدمة',
  privacy_link: 'سياسة الخصوصية',
  signup_closed: 'لا يقبل هذا المضيف حسابات جديدة.',
  sign_up: 'إنشاء حساب',
  invite: 'دعوة',
  to_home: 'إلى الصفحة الرئيسية',
  forgot_text: 'اكتب عنوان حسابك. نرسل إليك رابطًا لاختيار كلمة مرور جديدة.',
  forgot_done_text:
    'إن كان هناك حساب بهذا العنوان، فالرسالة في طريقها. يعمل رابطها مدة قصيرة ومرة واحدة.',
  link_expired: 'إنه قديم جدًا، أو حلت محله رسالة أحدث.',
  link_used: 'استُخدم من قبل، وهو يعمل مرة واحدة.',
  link_unknown: 'إنه قديم جدًا، أو لم يُنسخ كاملًا من الرسالة.',
  verify_again: 'سجّل الدخول واطلب رسالة أخرى من إعداداتك.',
  verify_used: 'تم تأكيد عنوانك.',
  reset_again: 'نرسل إليك رابطًا آخر:',
  to_own_home: 'متابعة',
  to_settings: 'إلى الإعدادات',
  to_login: 'تسجيل الدخول',
};
