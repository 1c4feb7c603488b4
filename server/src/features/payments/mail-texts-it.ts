import type { MailTexts } from './mail-texts-en.ts';

/** Mails about plans, in Italian. */
export const IT: MailTexts = {
  locale: 'it-IT',
  amount: 'Importo: {amount}',
  card: 'Carta: {card}',
  failed_subject: 'Il tuo pagamento a {product} non è riuscito',
  failed_text: `Non è stato possibile rinnovare il tuo piano {plan} su {product}, perché il pagamento non è riuscito.

{payment}

Il piano resta tuo fino al {date}. Paga prima di quella data, con la stessa carta o con un’altra:

{link}

Se non paghi, il piano termina. Nulla di tuo viene eliminato.
`,
  ended_subject: 'Il tuo piano su {product} è terminato',
  ended_text: `Il tuo piano {plan} su {product} è terminato, perché il rinnovo non è stato pagato.

Nulla di tuo viene eliminato. Da ora tutti i tuoi file possono occupare insieme {storage}, se un amministratore non ha fissato un altro limite per il tuo account. Un nuovo file può avere fino a {upload}.

Puoi scegliere di nuovo un piano in qualsiasi momento:

{link}
`,
};
