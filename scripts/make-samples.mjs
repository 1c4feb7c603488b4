// Makes the sample shows: speech by espeak-ng, music by sox, covers by sharp. Needs espeak-ng, sox and ffmpeg.
// The results are committed, so run it only to change the samples.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { SHOWS } from './sample-scripts.mjs';

const OUT = new URL('../server/samples/', import.meta.url).pathname;
const MEDIA = join(OUT, 'media');
mkdirSync(MEDIA, { recursive: true });
const run = (file, ...args) =>
  execFileSync(file, args.map(String), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const seconds = (file) => Number(run('soxi', '-D', file));

/** The jingle of a show: a plucked chord. */
function jingle(folder, notes) {
  const parts = notes.map((note, index) => {
    const file = join(folder, `note-${index}.wav`);
    const length = index === notes.length - 1 ? 3.5 : 0.42;
    run(
      'sox',
      '-n',
      '-r',
      44100,
      '-c',
      1,
      file,
      'synth',
      length,
      'pluck',
      note,
      'fade',
      'l',
      0.005,
      length,
      Math.min(length * 0.8, 2.6),
      'vol',
      0.5,
    );
    return file;
  });
  const file = join(folder, 'jingle.wav');
  run('sox', ...parts, file, 'reverb', 45, 'norm', -6);
  return file;
}

function speech(folder, name, text, { voice, pitch }) {
  const raw = join(folder, `${name}-raw.wav`);
  const file = join(folder, `${name}.wav`);
  run('espeak-ng', '-v', voice, '-s', 148, '-p', pitch, '-g', 4, '-w', raw, text);
  run(
    'sox',
    raw,
    '-r',
    44100,
    '-c',
    1,
    file,
    'highpass',
    80,
    'equalizer',
    3200,
    '1.2q',
    -3,
    'compand',
    '0.02,0.2',
    '-50,-50,-30,-18,-10,-9,0,-6',
    'norm',
    -4,
    'pad',
    0.15,
    0.55,
  );
  return file;
}

function produce(show, episode) {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  const intro = jingle(folder, show.notes);
  const outro = jingle(folder, [...show.notes].reverse());
  const files = [intro];
  const chapters = [];
  let at = seconds(intro);
  for (const [index, { title, text }] of episode.chapters.entries()) {
    const file = speech(folder, `part-${index}`, text, show);
    chapters.push({ startTime: index === 0 ? 0 : Math.round(at * 100) / 100, title });
    files.push(file);
    at += seconds(file);
  }
  const whole = join(folder, 'whole.wav');
  run('sox', ...files, outro, whole);
  const target = join(MEDIA, episode.file);
  const codec = episode.file.endsWith('.m4a')
    ? ['-c:a', 'aac', '-b:a', '56k', '-movflags', '+faststart']
    : episode.vbr
      ? ['-c:a', 'libmp3lame', '-q:a', '6']
      : ['-c:a', 'libmp3lame', '-b:a', '56k'];
  run(
    'ffmpeg',
    '-y',
    '-i',
    whole,
    '-af',
    'loudnorm=I=-16:TP=-4',
    '-ar',
    '44100',
    '-ac',
    '1',
    '-map_metadata',
    '-1',
    ...codec,
    target,
  );
  const name = episode.file.replace(/\.\w+$/, '');
  writeFileSync(
    join(MEDIA, `${name}.chapters.json`),
    `${JSON.stringify({ version: '1.2.0', chapters }, null, 2)}\n`,
  );
  return Math.round(at + seconds(outro));
}

async function cover(show) {
  await sharp(Buffer.from(show.cover))
    .resize(1400, 1400)
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(MEDIA, `${show.slug}.jpg`));
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const BASE = 'https://samples.earshot.invalid'; // never requested, because the files are in media/

function feed(show) {
  const items = show.episodes.map((episode) => {
    const name = episode.file.replace(/\.\w+$/, '');
    return `    <item>
      <title>${xml(episode.title)}</title>
      <guid isPermaLink="false">sample-${name}</guid>
      <pubDate>${episode.date}</pubDate>
      <description>${xml(`<p>${episode.notes}</p>`)}</description>
      <enclosure url="${BASE}/${episode.file}" length="0" type="${episode.file.endsWith('.m4a') ? 'audio/mp4' : 'audio/mpeg'}"/>
      <itunes:duration>${episode.duration}</itunes:duration>
      <itunes:episode>${episode.number}</itunes:episode>
      <podcast:chapters url="${BASE}/${name}.chapters.json" type="application/json+chapters"/>
    </item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel>
    <title>${xml(show.title)}</title>
    <description>${xml(show.description)}</description>
    <language>${show.language}</language>
    <itunes:author>${xml(show.author)}</itunes:author>
    <itunes:explicit>false</itunes:explicit>
    <itunes:category text="${show.category}"/>
    <itunes:keywords>${show.keywords}</itunes:keywords>
    <itunes:image href="${BASE}/${show.slug}.jpg"/>
    <podcast:locked>no</podcast:locked>
    <podcast:guid>${show.guid}</podcast:guid>
${items.join('\n')}
  </channel>
</rss>
`;
}

for (const show of SHOWS) {
  await cover(show);
  for (const episode of show.episodes) episode.duration = produce(show, episode);
  writeFileSync(join(OUT, `${show.slug}.xml`), feed(show));
}
