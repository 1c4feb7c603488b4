import { readShortName } from './short-names.ts';

/**
 * Programs by how they name themselves in `User-Agent`. The first that fits counts. Written from the names that these
 * programs sent in 2026; a change gets a new version of the method.
 */
const APPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Overcast', /^Overcast\//],
  ['Pocket Casts', /Pocket ?Casts|PocketCasts|^Shifty Jelly/i],
  ['Spotify', /^Spotify\//],
  ['Amazon Music', /^(AmazonMusic|Amazon Music|Harley|AlexaMediaPlayer)/i],
  ['YouTube Music', /^com\.google\.android\.apps\.youtube\.music|youtubemusic/i],
  ['Google Podcasts', /GoogleChirp|Google-?Podcast/i],
  ['AntennaPod', /^AntennaPod\b|^de\.danoeh\.antennapod/i],
  ['Castbox', /CastBox|^fm\.castbox/i],
  ['Podcast Addict', /Podcast ?Addict/i],
  ['Podcast Republic', /Podcast ?Republic/i],
  ['Castro', /^Castro\b/],
  ['Podverse', /^Podverse/i],
  ['Fountain', /^Fountain\//i],
  ['Podcast Guru', /Podcast ?Guru/i],
  ['TrueFans', /^TrueFans/i],
  ['Castamatic', /^Castamatic/i],
  ['Downcast', /^Downcast\//],
  ['iCatcher!', /^iCatcher/i],
  ['Procast', /^Procast/i],
  ['Player FM', /Player ?FM/i],
  ['Podimo', /^Podimo/i],
  ['Podbean', /Podbean/i],
  ['Deezer', /^Deezer/i],
  ['TuneIn', /TuneIn/i],
  ['iHeartRadio', /^iHeartRadio|^iHeart/i],
  ['Stitcher', /^Stitcher/i],
  ['Audible', /^Audible/i],
  ['SoundCloud', /^SoundCloud/i],
  ['RadioPublic', /^RadioPublic/i],
  ['Snipd', /^Snipd/i],
  ['Luminary', /^Luminary/i],
  ['Bullhorn', /^Bullhorn/i],
  ['Breaker', /^Breaker\//],
  ['HiCast', /^HiCast/i],
  ['NetNewsWire', /NetNewsWire/i],
  ['gPodder', /^gPodder\//i],
  ['newsboat', /^newsboat\//i],
  ['Kasts', /^kasts\//i],
  ['Clementine', /^Clementine/i],
  ['iTunes', /^iTunes\//],
  ['Sonos', /\bSonos\//],
  ['Roku', /^Roku\//],
  ['VLC', /\bVLC\/|LibVLC/],
  ['mpv', /^mpv\b/],
  ['foobar2000', /^foobar2000/i],
  ['Winamp', /^Winamp/i],
  ['Windows Media Player', /^NSPlayer|Windows-Media-Player/i],
  ['Apple Podcasts', /^(Apple)?Podcasts\/|^Balados\/|^Podcasti\/|^Podcastit\//],
  ['Apple (AppleCoreMedia)', /^AppleCoreMedia\//],
  ['curl', /^curl\//],
  ['Wget', /^Wget\//i],
  ['Edge', /\bEdg(e|A|iOS)?\/\d/],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /^Mozilla\/.*\bSafari\//],
];

const DEVICES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Apple Watch', /watchOS|Apple ?Watch/i],
  ['Apple TV', /Apple ?TV|tvOS/i],
  ['HomePod', /HomePod|AudioAccessory/i],
  ['iPad', /iPad/],
  ['iPhone', /iPhone|iPod|\biOS\b/],
  ['Smart speaker', /Alexa|\bEcho\b|Google ?Home|Sonos|CrKey/i],
  ['Television', /Smart-?TV|SMART-TV|Roku|Tizen.*TV|Web0S|BRAVIA/i],
  ['Android', /Android|okhttp|ExoPlayer|Dalvik/i],
  ['Mac', /Macintosh|Mac ?OS ?X|macOS/],
  ['Windows', /Windows|Win64/],
  ['Linux', /Linux|X11|CrOS/],
];

/** The value of a program that no line fits. */
export const OTHER = 'other';

const firstOf = (list: typeof APPS, agent: string): string =>
  list.find(([, pattern]) => pattern.test(agent))?.[0] ?? OTHER;

/** The name of the program. */
export const appOf = (agent: string): string => readShortName(agent)?.app ?? firstOf(APPS, agent);

/** The kind of device. */
export const deviceOf = (agent: string): string =>
  readShortName(agent)?.device ?? firstOf(DEVICES, agent);

/** All names of programs and devices, for the description of the method. */
export const AGENT_NAMES = {
  apps: APPS.map(([name]) => name),
  devices: DEVICES.map(([name]) => name),
} as const;
