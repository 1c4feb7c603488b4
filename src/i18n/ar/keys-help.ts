// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { KeysHelpMessages } from '../messages.ts';

export const keysHelp: KeysHelpMessages = {
  title: 'اختصارات لوحة المفاتيح',
  space: 'مسافة',
  play: 'تشغيل أو إيقاف مؤقت',
  back: 'رجوع %back% ثانية',
  forward: 'تقدم %forward% ثانية',
  louder: 'رفع الصوت',
  quieter: 'خفض الصوت',
  mute: 'كتم الصوت أو تشغيله',
  tenths: 'البداية، 10 % … 90 %',
  help: 'هذه القائمة',
};
