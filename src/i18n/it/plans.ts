import type { PlansMessages } from '../messages.ts';

export const plans: PlansMessages = {
  plans_title: 'Piani',
  plans_text:
    'Questo sito non vende piani e non accetta pagamenti. Qui ascoltare e pubblicare non costa nulla.',
  plan_title: 'Questo piano non è in vendita',
  plan_text: 'Questo sito non vende piani. Nulla è stato ordinato, e nulla viene addebitato.',
  billing_title: 'Piano e pagamenti',
  billing_text:
    'Qui non hai alcun piano, e nessuna tua carta è memorizzata: questo sito non accetta pagamenti.',
  card_error_title: 'Il pagamento con la carta non è riuscito',
  card_error_text:
    'Il pagamento è stato rifiutato, oppure si è interrotto. Questo sito non ha addebitato nulla e non ha memorizzato alcuna carta. Se la tua banca mostra un addebito, viene da un’altra parte: chiedi alla banca.',
  subscribe_error_title: 'L’abbonamento non è iniziato',
  subscribe_error_text:
    'L’ordine si è interrotto prima della fine. Qui non hai alcun piano, e questo sito non ha addebitato nulla.',
  uploads: 'Che cosa puoi caricare',
  file_limit: 'Un file può avere fino a %size%.',
  account_limit:
    'Tutti i file di un account possono occupare insieme %size%, se un amministratore non ha fissato un altro limite.',
  more_room: 'Se ti serve più spazio, chiedi a chi gestisce questo sito.',
  to_host: 'Che cos’è questo sito',
  to_plans: 'Che cosa costa qui',
  to_settings: 'Alle impostazioni',
  to_billing: 'Piano e pagamenti',
};
