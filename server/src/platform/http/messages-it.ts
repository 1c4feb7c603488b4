/** Italian for what the API says. The keys are its English words; `{n}` and the like stand for values. */
export const it: Readonly<Record<string, string>> = {
  'The request is not valid.': 'La richiesta non è valida.',
  'names a purchase that is not there; begin with the first page':
    'indica un acquisto che non c’è; comincia dalla prima pagina',
  'You have this plan already.': 'Hai già questo piano.',
  'You have a plan. Change it instead.': 'Hai un piano. Cambialo, invece.',
  'You have no plan to change. Subscribe to this one.':
    'Non hai un piano da cambiare. Abbonati a questo.',
  'Your plan is to end. Keep it first, then change it.':
    'Il tuo piano sta per finire. Prima mantienilo, poi cambialo.',
  'This plan is not for sale any more.': 'Questo piano non è più in vendita.',
  'Please pay what is open first.': 'Prima paga ciò che è in sospeso.',
  'A plan that costs nothing begins once yours has ended. Cancel yours first.':
    'Un piano gratuito inizia quando il tuo è finito. Prima disdici il tuo.',
  'This plan is sold in another currency. Cancel yours first.':
    'Questo piano si vende in un’altra valuta. Prima disdici il tuo.',
  'You have no plan that a card could pay for.': 'Non hai un piano che una carta possa pagare.',
  'The card has not been confirmed.': 'La carta non è stata confermata.',
  'this host knows no tax numbers of this country. Leave it out':
    'questo sito non conosce partite IVA di questo paese. Lascialo vuoto',
  'is not a tax number of this country': 'non è una partita IVA di questo paese',
  'The payment has not been completed.': 'Il pagamento non è stato completato.',
  'Please log in first.': 'Prima accedi.',
  'You may not do this.': 'Non puoi farlo.',
  'There is nothing at this address.': 'A questo indirizzo non c’è nulla.',
  'The request took too long to arrive.': 'La richiesta ha impiegato troppo tempo ad arrivare.',
  'This does not fit what is there now.': 'Non si accorda con ciò che c’è ora.',
  'The file has changed since the given version.':
    'Il file è cambiato rispetto alla versione indicata.',
  'The request is too large.': 'La richiesta è troppo grande.',
  'The address is too long.': 'L’indirizzo è troppo lungo.',
  'This type of content is not supported.': 'Questo tipo di contenuto non è supportato.',
  'Another request is working on this. Please try again.':
    'Un’altra richiesta ci sta lavorando. Riprova.',
  'Too many requests. Please wait and try again.': 'Troppe richieste. Attendi e riprova.',
  'The bytes do not fit their checksum. Send them again.':
    'I byte non corrispondono alla somma di controllo. Inviali di nuovo.',
  'Something went wrong on our side. Please try again later.':
    'Qualcosa è andato storto da parte nostra. Riprova più tardi.',
  'The radio directory takes only what everybody may hear: publish it first.':
    'La directory radio accetta solo ciò che tutti possono ascoltare: pubblicalo prima.',
  'This host has not set up that service.': 'Questo sito non ha attivato quel servizio.',
  'The server has no room left to store this. Nothing was saved.':
    'Il server non ha più spazio. Non è stato salvato nulla.',
  'The service is not available right now.': 'Il servizio non è disponibile in questo momento.',
  'This episode is not available, please try again in a few minutes.':
    'Questo episodio non è disponibile, riprova tra qualche minuto.',
  'There is no such episode.': 'Questo episodio non esiste.',
  'This user is not available.': 'Questo utente non è disponibile.',
  'This show is not available.': 'Questo podcast non è disponibile.',
  'This show was deleted.': 'Questo podcast è stato eliminato.',

  'No access token, please try to connect first':
    'Nessun token di accesso: prova prima a collegarti',
  '{name} does not confirm this sign-in. Please try again.':
    '{name} non conferma questo accesso. Riprova.',
  '{name} does not answer. Please try again later.': '{name} non risponde. Riprova più tardi.',
  'Login Failure - you may have denied some permission popups during the connection.':
    'Accesso non riuscito: forse hai negato alcune autorizzazioni durante il collegamento.',
  'Facebook did not grant: {names}': 'Facebook non ha concesso: {names}',
  'This profile cannot be matched to an account. Sign up with it first.':
    'Questo profilo non corrisponde a nessun account. Prima registrati con esso.',
  'Your plan does not allow this. Choose another.':
    'Il tuo piano non lo consente. Scegline un altro.',
  'This sign-in was used already, or is too old. Please try again.':
    'Questo accesso è già stato usato, oppure è troppo vecchio. Riprova.',
  'This sign-in was begun in another browser, or is too old. Please try again.':
    'Questo accesso è iniziato in un altro browser, oppure è troppo vecchio. Riprova.',
  'This profile signs in to another account.': 'Questo profilo accede a un altro account.',
  'Choose a password or confirm your e-mail address first.':
    'Prima scegli una password o conferma il tuo indirizzo e-mail.',
  'Nothing else lets you in. Choose a password or confirm your e-mail address first.':
    'Non hai un altro modo per accedere. Prima scegli una password o conferma il tuo indirizzo e-mail.',
  'is required to connect another service': 'è necessaria per collegare un altro servizio',
  'This profile has an account already. Log in with it.':
    'Questo profilo ha già un account. Accedi con esso.',
  'you can sign up only if you accept the Terms of Service':
    'puoi registrarti solo se accetti i Termini di servizio',
  'The e-mail address or the password is wrong.':
    'L’indirizzo e-mail o la password non sono corretti.',
  'This access token is not valid any more. Please log in again.':
    'Questo token di accesso non è più valido. Accedi di nuovo.',
  'This host takes no new accounts.': 'Questo sito non accetta nuovi account.',
  'This episode takes no messages.': 'Questo episodio non accetta commenti.',
  'This episode has no transcript.': 'Questo episodio non ha una trascrizione.',
  'This episode has no chapters.': 'Questo episodio non ha capitoli.',
  'This episode is private. Link to it instead of embedding it.':
    'Questo episodio è privato. Metti un link invece di incorporarlo.',
  'This show has no such schedule.': 'Questo podcast non ha questo orario.',
  'You are the only administrator of this host. Create another one first.':
    'Sei l’unico amministratore di questo sito. Prima nominane un altro.',
  'is used by another account': 'è usato da un altro account',
  'is wrong': 'non è corretto',
  'must have at least {n} characters': 'deve avere almeno {n} caratteri',
  'must have at most {n} characters': 'può avere al massimo {n} caratteri',
  'must have at most {n} bytes': 'può avere al massimo {n} byte',
  'must be a day such as 1990-01-31': 'deve essere un giorno come 1990-01-31',
  'must lie between {year} and today': 'deve essere tra il {year} e oggi',
  'is required, because this host takes new accounts by invitation only':
    'è necessario, perché questo sito accetta nuovi account solo su invito',
  'is not valid; it may be used already, or too old':
    'non è valido; forse è già usato o troppo vecchio',
  'does not work any more; it was used already, or is too old':
    'non funziona più; è già stato usato o è troppo vecchio',
  'there is none yet; ask for a mail with a link to set it':
    'non c’è ancora; chiedi un’e-mail con un link per impostarla',
  'does not work any more; the administrator exists, or the link is too old':
    'non funziona più; l’amministratore esiste già o il link è troppo vecchio',
  'is not valid any more; ask for another one': 'non è più valido; chiedine un altro',
  'is not valid any more; ask the author of the show for another address':
    'non è più valido; chiedi un altro indirizzo all’autore del podcast',
  'you have {n} tokens; revoke one of them first': 'hai {n} token; prima revocane uno',
  'the show has {n} subscribers; revoke one of them first':
    'il podcast ha {n} abbonati; prima revocane uno',

  'must be an upload of yours that is ready': 'deve essere un tuo file caricato e pronto',
  'must not be longer than {n} minutes': 'non può durare più di {n} minuti',
  'must be after starts_at': 'deve essere dopo starts_at',

  'is required': 'è necessario',
  'is not valid': 'non è valido',
  'is given twice': 'è indicato due volte',
  'must not be empty': 'non può essere vuoto',
  'must be text': 'deve essere un testo',
  'must be a whole number': 'deve essere un numero intero',
  'must be a whole number in plain digits, such as 17':
    'deve essere un numero intero in cifre semplici, come 17',
  'must be a number': 'deve essere un numero',
  'must be true or false': 'deve essere true o false',
  'must be a list': 'deve essere un elenco',
  'must be one of {values}': 'deve essere uno di {values}',
  'must be at least {n} characters': 'deve avere almeno {n} caratteri',
  'must be at least 1 character': 'deve avere almeno un carattere',
  'must be at most {n} characters': 'può avere al massimo {n} caratteri',
  'must be at most 1 character': 'può avere al massimo un carattere',
  'must have at least {n} items': 'deve avere almeno {n} voci',
  'must have at least 1 item': 'deve avere almeno una voce',
  'must have at most {n} items': 'può avere al massimo {n} voci',
  'must have at most 1 item': 'può avere al massimo una voce',
  'must have at least {n} fields': 'deve avere almeno {n} campi',
  'must have at least 1 field': 'deve avere almeno un campo',
  'must not have the same item twice': 'non può avere due volte la stessa voce',
  'must be at least {n}': 'deve essere almeno {n}',
  'must be at most {n}': 'può essere al massimo {n}',
  'must be more than {n}': 'deve essere più di {n}',
  'must be less than {n}': 'deve essere meno di {n}',
  'must be {value}': 'deve essere {value}',
  'does not have the right form': 'non ha la forma giusta',
  'must be an e-mail address such as ann@example.org':
    'deve essere un indirizzo e-mail come anna@example.org',
  'must be a complete address such as {example}':
    'deve essere un indirizzo completo come {example}',
  'must be an address that begins with https://':
    'deve essere un indirizzo che comincia con https://',
  'must be an address that begins with https://, without a user name':
    'deve essere un indirizzo che comincia con https://, senza nome utente',
  'must be an e-mail address': 'deve essere un indirizzo e-mail',
  'must be an object of OpenStreetMap such as R113314':
    'deve essere un oggetto di OpenStreetMap come R113314',
  'must be coordinates such as geo:45.44,12.33': 'deve essere una coordinata come geo:45.44,12.33',
  'must be two letters such as IT': 'deve essere due lettere come IT',
  'must be a date such as {example}': 'deve essere una data come {example}',
  'must be a moment such as {example}': 'deve essere un momento come {example}',
  'must be a time such as {example}': 'deve essere un tempo come {example}',
  'must be a time such as {example} or a day such as {day}':
    'deve essere un momento come {example} o un giorno come {day}',
  'must be a time in the future': 'deve essere un momento nel futuro',
  'must be a time before the end': 'deve essere un momento prima della fine',
  'must be a time between 1900 and ten years from now':
    'deve essere un momento tra il 1900 e tra dieci anni',
  'must be a language such as en or it-IT': 'deve essere una lingua come en o it-IT',
  'must be a name of the IANA time zone database such as Europe/Rome':
    'deve essere un nome del database dei fusi orari IANA, come Europe/Rome',
  'has a null character, which cannot be stored':
    'contiene un carattere nullo, che non si può salvare',

  'is taken': 'è già in uso',
  'is taken by another show': 'è già in uso per un altro podcast',
  'is taken by another episode of this author':
    'è già in uso per un altro episodio di questo autore',
  'must be small letters, digits and hyphens, such as {example}':
    'deve essere fatto di lettere minuscole, cifre e trattini, come {example}',
  'must be 1 to 64 small letters, digits, hyphens and underscores':
    'deve essere fatto di 1-64 lettere minuscole, cifre, trattini e trattini bassi',
  'must begin with {site}': 'deve cominciare con {site}',
  'must be the address of the page of a public {thing}':
    'deve essere l’indirizzo di una pagina pubblica di questo sito',
  'is in this list already': 'è già in questo elenco',
  'is nobody here; give the address of their page':
    'qui non è nessuno; indica l’indirizzo della sua pagina',
  'owns the show already': 'possiede già il podcast',
  'cannot be changed for yourself; ask another administrator':
    'non puoi cambiarlo per te; chiedi a un altro amministratore',
  'you cannot follow yourself': 'non puoi seguire te stesso',
  'you cannot block yourself': 'non puoi bloccare te stesso',
  'has {n} schedules already; delete one first': 'ha già {n} orari; prima eliminane uno',
  'the show of this episode is deleted as well; restore the show first':
    'anche il podcast di questo episodio è eliminato; prima ripristina il podcast',
  'is the address that the feed has here': 'è l’indirizzo che il feed ha qui',
  'cannot be used with a live stream, which another host sends':
    'non si può usare con una diretta, che un altro host trasmette',
  'publish the live episode first': 'prima pubblica l’episodio in diretta',
  'must be later than live_starts_at': 'deve venire dopo live_starts_at',
  'this episode takes messages only without a time; leave it out':
    'questo episodio accetta solo commenti senza tempo; lascialo vuoto',
  'must be at most {n}, because the episode ends there':
    'può essere al massimo {n}, perché l’episodio finisce lì',
  'is not one of your uploads': 'non è uno dei tuoi caricamenti',
  'could not be processed; upload another file': 'non si è potuto elaborare; carica un altro file',
  'is empty': 'è vuoto',
  'is required, as the body or as a part of it': 'è necessario',
  'is a picture, but must be audio; send a picture as the cover of a show':
    'è un’immagine, ma deve essere un audio; carica le immagini come copertina di un podcast',
  'must be a transcript; its name ends in .vtt, .srt, .json or .txt':
    'deve essere una trascrizione; il suo nome finisce in .vtt, .srt, .json o .txt',
  'must be a JPEG or PNG picture': 'deve essere un’immagine JPEG o PNG',
  'is damaged or not complete': 'è danneggiato o incompleto',
  'has {width} x {height} pixels; it may have {n} million at most':
    'ha {width} x {height} pixel; può averne al massimo {n} milioni',
  'has no text; add at least one cue': 'non ha testo; aggiungi almeno una battuta',
  'must have at most {n} cues; join short ones':
    'può avere al massimo {n} battute; unisci quelle brevi',
  'must end after it starts': 'deve finire dopo l’inizio',
  'must be later than the chapter before, which starts at {n} s':
    'deve venire dopo il capitolo precedente, che comincia a {n} s',
  'must lie within the {n} s of the audio': 'deve stare entro i {n} s dell’audio',
  'is required, unless toc is false': 'è necessario, a meno che toc sia false',
  'the feed names no e-mail address; put the code into the feed instead':
    'il feed non indica un indirizzo e-mail; metti invece il codice nel feed',
  'is not the code of the last mail; ask for a new mail with prove_by=mail':
    'non è il codice dell’ultima e-mail; chiedi una nuova e-mail',
  'is missing; say for whom the episodes are': 'manca; indica per chi sono gli episodi',
  'this has changed meanwhile. Read it again before you change it.':
    'nel frattempo è cambiato. Rileggilo prima di modificarlo.',
};
