// The spoken texts and the cover designs of the sample shows.

const rings = Array.from(
  { length: 11 },
  (_, i) =>
    `<circle cx="700" cy="980" r="${90 + i * 88}" fill="none" stroke="#f3e9d8" stroke-opacity="${(0.85 - i * 0.07).toFixed(2)}" stroke-width="${18 - i}"/>`,
).join('');
const bars = Array.from({ length: 23 }, (_, i) => {
  const height = 120 + Math.round(420 * Math.abs(Math.sin(i * 0.61) * Math.cos(i * 0.23)));
  return `<rect x="${120 + i * 51}" y="${1180 - height}" width="26" height="${height}" rx="13" fill="${i === 14 ? '#e2553d' : '#20303c'}"/>`;
}).join('');

export const SHOWS = [
  {
    slug: 'field-notes-on-sound',
    title: 'Field Notes on Sound',
    author: 'Mara Lindqvist',
    language: 'en',
    category: 'Science',
    keywords: 'acoustics,listening,sound',
    guid: '5a8c1f0e-64d2-5b1e-9a57-0c1f3a9d2b11',
    voice: 'en-gb+f3',
    pitch: 42,
    notes: ['C4', 'G4', 'D4', 'A4', 'E4'],
    description:
      'Short walks through the science of what we hear: rooms, bells, weather and the ear itself.',
    cover: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 1400"><rect width="1400" height="1400" fill="#0f5a4e"/>${rings}<circle cx="700" cy="980" r="46" fill="#f3b562"/><rect width="1400" height="520" fill="#0f5a4e"/><text x="110" y="250" font-family="Liberation Serif, Georgia, serif" font-size="150" fill="#f3e9d8">Field Notes</text><text x="110" y="410" font-family="Liberation Serif, Georgia, serif" font-size="150" font-style="italic" fill="#f3b562">on Sound</text></svg>`,
    episodes: [
      {
        file: 'why-rooms-sing.mp3',
        title: 'Why rooms sing',
        number: 3,
        date: 'Tue, 13 Oct 2026 06:00:00 +0000',
        notes:
          'Hum in your bathroom, slowly upwards, and one note will answer. A walk through standing waves, from shower cabins to cathedrals.',
        chapters: [
          {
            title: 'The note in the bathroom',
            text: 'Welcome to Field Notes on Sound. Today we begin in the smallest concert hall that you own: your bathroom. Stand in the middle of it and hum, very low, and let your voice slide slowly upwards. Somewhere on the way, one note will suddenly grow. It seems to come from the walls. Go a little higher, and it is gone again. You have found a resonance of the room. Nothing in the room was added to your voice. The room has only chosen which part of it to keep.',
          },
          {
            title: 'Waves that stand still',
            text: 'Here is what happens. Sound travels at about three hundred and forty metres in a second. It reaches the far wall, turns round, and comes back. If the distance is just right, the wave that returns fits exactly onto the wave that leaves. The two add up. Physicists call it a standing wave, because its loud places and its quiet places stay where they are. You can walk through them. Hum the note again, and take one step. At some places the sound presses on your ears. Half a step further, it is nearly silent. Musicians who record at home know this well. They put the microphone in one place, and the bass is huge. They move it by a hand, and the bass has left the building.',
          },
          {
            title: 'From the shower to the cathedral',
            text: 'Large rooms have so many of these notes that no single one stands out. What we hear instead is time. In a good concert hall, sound fades away in about two seconds. In a stone cathedral, it can take ten. Builders of old knew no equations for it, but they had ears and patience. They hung cloth. They left niches. In some theatres they put clay pots under the seats. An American, Wallace Sabine, was the first to measure it, around the year nineteen hundred. He worked at night, when the trams had stopped, with an organ pipe, a stopwatch, and the seat cushions of a whole theatre. Each cushion that he carried in made the echo a little shorter. From that, he found the law that every architect still uses.',
          },
          {
            title: 'Try it at home',
            text: 'Your exercise for this week. Clap once in every room of your home, and listen to what comes after. The kitchen answers differently from the bedroom, and the staircase differs from both. In a fortnight you will be able to tell them apart with your eyes closed. Thank you for listening. These were Field Notes on Sound.',
          },
        ],
      },
      {
        file: 'the-weight-of-a-bell.m4a',
        title: 'The weight of a bell',
        number: 2,
        date: 'Tue, 29 Sep 2026 06:00:00 +0000',
        notes:
          'A bell sounds a note that is not in the metal at all. On strike tones, slow bronze, and how to tune five tons with a lathe.',
        chapters: [
          {
            title: 'A note that is not there',
            text: 'This is Field Notes on Sound, and today we are climbing a tower. Next to us hangs a bell of five tons. When the clapper strikes, you hear a clear note, and could sing it back at once. Now comes the strange part. If you measure the metal, that note is not there. The bronze swings in dozens of ways at the same time, and none of them is the one that you sang. Your ear has worked it out from the others. It is called the strike tone, and it lives only in the listener.',
          },
          {
            title: 'What the bronze does',
            text: 'A bell does not swing like a string. When it is struck, its rim becomes an oval, then an oval the other way, hundreds of times in a second. That is the hum, the lowest voice, which lasts longest. Above it are the prime, the third, the fifth and the nominal. Founders tune each of them on its own, by taking metal from the inside of the wall on a huge lathe. A shaving at one height lowers one voice, and leaves the others nearly alone. What is gone can not be put back. The third is usually a minor one, and that is why bells sound a little sad, whatever they are rung for.',
          },
          {
            title: 'Slow and patient',
            text: 'Why must a bell be so heavy? A light one would sound as high and as short as a glass. Weight gives it time. The large bells of old towns can be heard for a minute after a single stroke, and their hum for longer, if you lay your hand on the wall of the tower. In the seventeenth century, two brothers in the low countries, François and Pieter Hemony, worked with a blind nobleman who played the carillon and who had the best ears of his time. Together they cast the first bells that were truly in tune. Some of them still ring the hours today.',
          },
          {
            title: 'Listen for the hum',
            text: 'When you next hear a church bell, wait. Let the stroke pass, and the clear note after it. Then, below, very quietly, you will find the hum. It was there all the time. Thank you for listening to Field Notes on Sound.',
          },
        ],
      },
      {
        file: 'what-snow-takes-away.mp3',
        vbr: true,
        title: 'What snow takes away',
        number: 1,
        date: 'Tue, 15 Sep 2026 06:00:00 +0000',
        notes:
          'Fresh snow absorbs sound as well as a studio wall does. Why winter mornings are quiet, and what the silence is made of.',
        chapters: [
          {
            title: 'A quiet morning',
            text: 'Hello, and welcome to the first of our Field Notes on Sound. You know the morning that I mean. You wake, and before you open the curtains you know that it has snowed. Nobody has told you. You have heard it, or rather, you have heard that something is missing. The street is still there. The cars are still there. But somebody seems to have put a blanket over the world.',
          },
          {
            title: 'Air between crystals',
            text: 'The blanket is real. Fresh snow is mostly air: in a loose layer, nine parts of ten. Between its crystals run countless narrow passages. When a sound wave enters, the air in them is pushed back and forth, it rubs along the ice, and the movement turns into a trace of warmth. Ten centimetres of new snow swallow more than half of the sound that falls on them, as much as the foam on the walls of a recording studio. High notes go first. What is left is soft, and near, and strangely round. It is also why a voice on a snowy path sounds as if it were in the room with you. The echo of the street has gone, and only the voice itself remains.',
          },
          {
            title: 'When it melts',
            text: 'The spell does not last. As soon as the sun has been on it, the surface melts and freezes again. The passages close. Now the snow is a hard lid, and sound bounces off it better than off a meadow. On such a day you can hear a dog bark across a whole valley. Skiers and hunters have always known it: loud snow is old snow. There is one more sound that snow adds instead of taking away. It creaks under your boots. The colder it is, the higher it creaks, because the bonds between the crystals break rather than melt. Below ten degrees of frost, you can almost tell the temperature from your own footsteps.',
          },
          {
            title: 'Until next time',
            text: 'So, when the next snow falls, go out early, before the ploughs. Stand still and clap your hands once. What you hear is your clap, and nothing else at all. It is the shortest sound that you will meet outdoors. Thank you for listening. These were Field Notes on Sound.',
          },
        ],
      },
    ],
  },
  {
    slug: 'onde-lunghe',
    title: 'Onde lunghe',
    author: 'Officina Radio',
    language: 'it',
    category: 'History',
    keywords: 'radio,storia,italia',
    guid: '8d3f6b52-1c9a-5e0d-b6a4-7f2e1d0c9b34',
    voice: 'it+m3',
    pitch: 38,
    notes: ['A3', 'E4', 'C4', 'B3'],
    description:
      'Storie brevi della radio: esperimenti, voci e valvole, da Marconi alle radio libere.',
    cover: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 1400"><rect width="1400" height="1400" fill="#f2ece1"/>${bars}<rect x="120" y="1230" width="1160" height="6" fill="#20303c"/><text x="112" y="300" font-family="Liberation Sans, Helvetica, sans-serif" font-weight="bold" font-size="190" letter-spacing="-6" fill="#20303c">Onde</text><text x="112" y="480" font-family="Liberation Sans, Helvetica, sans-serif" font-weight="bold" font-size="190" letter-spacing="-6" fill="#e2553d">lunghe</text></svg>`,
    episodes: [
      {
        file: 'tre-punti-sull-oceano.mp3',
        title: "Tre punti sull'oceano",
        number: 2,
        date: 'Thu, 08 Oct 2026 05:30:00 +0000',
        notes:
          'Dicembre 1901: un aquilone, un auricolare e tre brevi colpi. Il giorno in cui Marconi sentì l’Atlantico.',
        chapters: [
          {
            title: 'Un aquilone sulla scogliera',
            text: "Benvenuti a Onde lunghe. È il dodici dicembre del millenovecentouno. Su una scogliera di Terranova soffia un vento feroce. Tre uomini cercano di tenere in aria un aquilone. Non stanno giocando. L'aquilone regge un filo di rame lungo centocinquanta metri, e quel filo entra dalla finestra di un vecchio ospedale. Dentro, seduto a un tavolo, c'è un giovane di ventisette anni. Ha un auricolare premuto contro l'orecchio, e aspetta. Si chiama Guglielmo Marconi.",
          },
          {
            title: 'La lettera S',
            text: "Dall'altra parte dell'oceano, in Cornovaglia, una stazione enorme trasmette ogni giorno, alla stessa ora, sempre lo stesso segnale: tre punti. La lettera esse dell'alfabeto Morse. Tremilacinquecento chilometri separano le due coste. Gli scienziati più famosi del tempo dicono che è impossibile. La terra è curva, spiegano, e le onde viaggiano diritte: il segnale si perderà nello spazio. Marconi non ha una teoria migliore. Ha soltanto l'abitudine di provare. A mezzogiorno e mezzo passa l'auricolare al suo assistente, George Kemp, e gli chiede piano: sente qualcosa, signor Kemp? Kemp ascolta. In mezzo al rumore delle scariche ci sono tre piccoli colpi.",
          },
          {
            title: 'Lo specchio nel cielo',
            text: "Gli scienziati avevano ragione, e avevano torto. Le onde viaggiano davvero diritte. Ma molto in alto, a cento chilometri dal suolo, il sole rende l'aria elettrica, e quello strato le riflette come uno specchio. Nessuno lo conosceva ancora. Oggi lo chiamiamo ionosfera. Di notte lo specchio sale e diventa più limpido: per questo, dopo il tramonto, una vecchia radio a onde medie riceve città lontane che di giorno non esistono. Alcuni storici dubitano che quel giorno si sia sentito davvero qualcosa. Pochi mesi dopo, però, su una nave in viaggio, Marconi registrò i segnali su un nastro di carta, davanti a testimoni. La distanza non era più la stessa cosa.",
          },
          {
            title: 'Provate stasera',
            text: "Se in casa avete ancora una radio con la manopola, accendetela stasera, dopo cena. Girate piano. Tra una stazione e l'altra c'è un fruscio che viene dai temporali di tutto il mondo. È lo stesso che sentì Marconi. Grazie per l'ascolto. Questa era Onde lunghe.",
          },
        ],
      },
      {
        file: 'la-voce-nelle-valvole.mp3',
        title: 'La voce nelle valvole',
        number: 1,
        date: 'Thu, 24 Sep 2026 05:30:00 +0000',
        notes:
          'Prima della valvola la radio sapeva solo balbettare. Come un filamento acceso le insegnò a parlare e a cantare.',
        chapters: [
          {
            title: 'Una radio che balbetta',
            text: "Benvenuti alla prima puntata di Onde lunghe. Le prime radio non sapevano parlare. Sapevano soltanto balbettare: una scintilla, una pausa, un'altra scintilla. Bastava per i telegrammi delle navi, ma non per una voce. Per una voce ci voleva qualcosa di nuovo: un'onda continua, tranquilla come una corda che vibra, e un modo per renderla più forte senza rovinarla. La risposta fu una piccola lampadina.",
          },
          {
            title: 'Il filamento acceso',
            text: "Nel millenovecentoquattro un inglese, Ambrose Fleming, ricordò uno strano effetto visto da Edison. In una lampadina, se si aggiunge una piastra di metallo, la corrente passa dal filo caldo alla piastra, ma non torna indietro. È una valvola, disse Fleming: una porta che si apre da una parte sola. Due anni dopo, in America, Lee de Forest mise tra il filo e la piastra una piccola griglia. Una tensione minima sulla griglia bastava a governare una corrente molto più grande. Era nato l'amplificatore. All'inizio nemmeno de Forest capiva bene perché funzionasse. Ma funzionava, e il mondo non sarebbe più stato silenzioso.",
          },
          {
            title: 'La sera in salotto',
            text: "Negli anni venti la radio entra nelle case. È un mobile di legno con una scala di vetro illuminata, e sulla scala ci sono nomi di città: Roma, Vienna, Londra, Hilversum. Le valvole hanno bisogno di un mezzo minuto per scaldarsi. In quel mezzo minuto la famiglia si siede, e aspetta. Poi la voce arriva, prima piano, come da una stanza vicina. Chi c'era racconta che nessuno parlava, e che tutti guardavano l'apparecchio, come se ci fosse qualcosa da vedere. Le valvole sono sparite dai salotti, ma non dal mondo. Molti chitarristi le cercano ancora, perché quando sono spinte troppo non gracchiano: cantano.",
          },
          {
            title: 'A presto',
            text: "Se trovate una vecchia radio in soffitta, non accendetela subito: fatela prima guardare a qualcuno che se ne intende. Poi spegnete la luce, e guardate attraverso le fessure dietro. Quel chiarore arancione è il suono, prima di diventare suono. Grazie per l'ascolto. Questa era Onde lunghe.",
          },
        ],
      },
    ],
  },
];
