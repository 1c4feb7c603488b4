// Feeds with the texts and lengths that break layouts. Their audio is the audio of the sample shows.

const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const EPISODES_OF_LONG_SHOW = 730;
const EPISODES_IN_SEASON = 52;
const CHAPTERS = 16;
const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST = Date.UTC(2026, 9, 30, 6);
const ADDRESS = 'https://screenshots.earshot.invalid';

const NOTES = `<p>Recorded on a rainy night. We begin with the <a href="${ADDRESS}/pump">pump room</a>.</p>
<ul><li>(00:00:20) The door that hums</li><li>01:10 A pipe answers</li><li>02:05 Why we left early</li></ul>
<h2>What we used</h2><table><tr><th>Device</th><th>Range</th></tr><tr><td>Hydrophone</td><td>7 Hz to 22 kHz</td></tr></table>
<pre>gain = 24 dB; rate = 96_000 Hz; # the recorder prints this line when it starts, and it is long</pre><hr/>
<blockquote>Silence is not the absence of sound, it is the absence of hurry.</blockquote><p>${LONG_WORD}</p>`;

const chapterTitle = (index) =>
  index === 4 ? LONG_WORD : `Part ${index + 1}: how the night sounds here`;

export const TITLES = {
  'long-title':
    'Episode 412: We spent an entire year with people who listen to machines for a living, and this is what they taught us about patience, bearings and the sea (Part 2)',
  'long-word': `${LONG_WORD} and other short words`,
  cjk: '深夜の水族館で録音した、誰も聞いたことのない魚たちの静かな会話について',
  arabic: 'أصوات المدينة بعد منتصف الليل: رحلة في الأسواق القديمة — Episode 7 (Part 2)',
  hebrew: 'הקולות של הים בלילה (Part 2)',
  emoji: '🌊🐚 Tide pools 👩‍🔬🏽 — the 🦀 edition 🎙️',
  chapters: 'Sixteen rooms in one night',
};

const escapeXml = (text) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const item = ({ title, guid, index, duration, extra = '' }) => `<item>
<title>${escapeXml(title)}</title><guid isPermaLink="false">${guid}</guid>
<pubDate>${new Date(NEWEST - index * 7 * DAY_MS).toUTCString()}</pubDate>
<description>${escapeXml(NOTES)}</description>
<enclosure url="${ADDRESS}/why-rooms-sing.mp3" length="0" type="audio/mpeg"/>
<itunes:duration>${duration}</itunes:duration>${extra}</item>`;

const feed = ({ title, author, items }) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel><title>${escapeXml(title)}</title><link>${ADDRESS}/</link><description>Made to break layouts. ${LONG_WORD}</description>
<language>en</language><itunes:author>${author}</itunes:author><itunes:explicit>false</itunes:explicit>
<itunes:category text="Science"/><itunes:keywords>layout,${LONG_WORD}</itunes:keywords>
${items.join('\n')}</channel></rss>`;

/** A show without a cover. Each title is difficult in another way. */
export const difficultFeed = () =>
  feed({
    title: 'Difficult Words',
    author: 'Ægir Þorláksson',
    items: Object.entries(TITLES).map(([name, title], index) =>
      item({
        title,
        guid: `difficult-${name}`,
        index,
        duration: 192,
        extra:
          name === 'chapters'
            ? `<podcast:chapters url="${ADDRESS}/chapters.json" type="application/json+chapters"/>`
            : '',
      }),
    ),
  });

/** The file to which the difficult feed links: chapters a few seconds apart. */
export const chaptersFile = () =>
  JSON.stringify({
    version: '1.2.0',
    chapters: Array.from({ length: CHAPTERS }, (_, index) => ({
      startTime: index * 11,
      title: chapterTitle(index),
    })),
  });

/** 730 episodes in seasons, the length of a real daily show after two years. */
export const longFeed = () =>
  feed({
    title: 'The Long Walk',
    author: 'Tom Okafor',
    items: Array.from({ length: EPISODES_OF_LONG_SHOW }, (_, index) => {
      const number = EPISODES_OF_LONG_SHOW - index;
      const season = Math.ceil(number / EPISODES_IN_SEASON);
      return item({
        title: `Day ${number}: ${index % 3 === 0 ? 'rain on the ridge, and what the shepherd said' : 'onwards'}`,
        guid: `long-${number}`,
        index,
        duration: 192,
        extra: `<itunes:season>${season}</itunes:season><itunes:episode>${number}</itunes:episode>`,
      });
    }),
  });
