import type { HostTextMessages } from '../messages.ts';

export const hostText: HostTextMessages = {
  terms:
    'Puoi ascoltare tutto ciò che qui è pubblico, e mettere i lettori sulle tue pagine.\nCiò che pubblichi resta tuo. Permetti a %product% di conservarlo, riprodurlo e passarlo alle app di podcast. Pubblica solo ciò che hai il diritto di pubblicare, e nulla che violi la legge o danneggi altri.\nChi gestisce questo sito può togliere ciò che viola queste regole e chiudere l’account da cui proviene. Puoi eliminare il tuo account in ogni momento, dopo aver preso con te tutti i tuoi dati.\nIl sito è offerto così com’è, senza promettere che sia sempre raggiungibile.',
  privacy:
    'Il tuo account contiene ciò che hai scritto: nome, indirizzo e-mail e profilo. La password è conservata solo come hash, da cui nessuno può leggerla.\nUn cookie ti mantiene connesso, e un altro ricorda la lingua se ne scegli una. Il tuo browser ricorda ciò che stavi ascoltando. I lettori su altre pagine non usano cookie.\nLe e-mail vanno solo all’indirizzo che hai dato. Nelle impostazioni puoi scaricare tutti i tuoi dati ed eliminare il tuo account.',
  page: 'Questo sito ospita podcast con %product%. Ascolta qui ogni episodio, segui il feed nella tua app di podcast, o metti il lettore sulla tua pagina.',
};
