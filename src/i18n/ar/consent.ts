// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { ConsentMessages } from '../messages.ts';

export const consent: ConsentMessages = {
  question:
    'قد يشغّل هذا الموقع إعلانات، ويحصي ما سُمع منها. هل توافق؟ يمكنك تغيير جوابك في صفحة الخصوصية.',
  agree: 'أوافق',
  decline: 'لا، شكرًا',
  text: 'أنت تقرّر هل يشغّل هذا الموقع إعلانات لك.',
  again: 'غيّر الجواب عن الإعلانات',
};
