import type { ReportMessages } from '../messages.ts';

export const report: ReportMessages = {
  title: 'Segnala agli amministratori',
  kind_episode: 'Episodio',
  kind_show: 'Podcast',
  kind_user: 'Utente',
  kind_message: 'Commento',
  reason: 'Che cosa non va?',
  reason_spam: 'Pubblicità o spam',
  reason_abuse: 'Insulti, odio o minacce',
  reason_rights: 'Usa il lavoro altrui senza permesso',
  reason_illegal: 'È contro la legge',
  reason_other: 'Altro',
  text: 'Che cosa devono sapere gli amministratori?',
  text_hint: 'Facoltativo. Al massimo 1.000 caratteri.',
  send: 'Invia la segnalazione',
  thanks: 'Grazie',
  thanks_text: 'Gli amministratori la esamineranno.',
};
