// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { AccountMessages } from '../messages.ts';

export const account: AccountMessages = {
  login_title: 'تسجيل الدخول',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  log_in: 'تسجيل الدخول',
  forgot: 'هل نسيت كلمة المرور؟',
  no_account: 'ليس لديك حساب؟',
  sign_up: 'إنشاء حساب',
  signup_title: 'إنشاء حساب',
  signup_closed: 'لا يقبل هذا المضيف حسابات جديدة.',
  have_account: 'لديك حساب؟',
  name: 'الاسم',
  password_hint: '8 أحرف على الأقل',
  invite: 'رمز الدعوة',
  invite_hint: 'لا يقبل هذا المضيف حسابات جديدة إلا بدعوة.',
  accept_terms: 'أوافق على %terms% و%privacy%.',
  terms_link: 'شروط الخدمة',
  privacy_link: 'سياسة الخصوصية',
  terms_needed: 'لا يمكن التسجيل إلا بعد الموافقة على شروط الخدمة.',
  session_ended: 'انتهت جلستك. سجّل الدخول من جديد لتتابع ما كنت تفعله.',
  close: 'إغلاق',
};
