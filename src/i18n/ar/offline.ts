// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { OfflineMessages } from '../messages.ts';

/** Texts of the page that a browser shows offline. Only the server renders it. */
export const offline: OfflineMessages = {
  offline_title: 'يبدو أنك غير متصل بالإنترنت',
  offline_text: 'لا يمكن الوصول إلى %product% الآن. تحقق من اتصالك ثم حاول مرة أخرى.',
};
