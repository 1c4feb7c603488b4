import type { Chapter } from '../contract/episodes.ts';
import { escapeHtml, isMarkedUp } from '../contract/html.ts';
import type { TranscriptCue } from '../contract/transcripts.ts';
import { linkTimes } from '../lib/link-times.ts';
import { groupCues } from '../transcript/paragraphs.ts';
import { type EmbedSource, scriptSnippet } from './snippets.ts';

/** The text of an episode, for the post that embeds it. */
export interface EmbedText {
  /** The page of the episode, to whose times the text links. By default the address of the link. */
  url?: string;
  show: string;
  /** BCP 47; null if unknown. */
  language: string | null;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** HTML that its server has sanitised, or plain text. */
  notes: string;
  chapters: readonly Pick<Chapter, 'starts_at' | 'title'>[];
  cues: readonly TranscriptCue[];
  /** The headings, in the language of the text. */
  labels: { chapters: string; transcript: string };
}

/**
 * The script snippet with the episode's text as HTML of the post: it is read without the player, and follows the player
 * if there is one. WordPress, Ghost and Markdown leave this HTML as it is: it has no attributes of scripts, no style
 * but a height, no empty line, and no bracket that could begin a shortcode.
 */
export function textSnippet(source: EmbedSource & { text: EmbedText }): string {
  const { title, link_url } = source;
  const { url = link_url, show, language, notes, chapters, cues, labels, duration } = source.text;
  const href = (seconds: number) => `${url.replace(/#.*/, '')}#t=${seconds}`;
  const link = (seconds: number) => timeLink(href(seconds), seconds);
  const parts = [
    `<p><strong>${escapeText(title)}</strong><br />${escapeText(show)}</p>`,
    withoutBrackets(scriptSnippet(source)),
    notes && linkTimes(notesHtml(notes), { duration, href }),
    chapters.length > 0 && `<h2>${escapeText(labels.chapters)}</h2>`,
    chapters.length > 0 &&
      `<ol>\n${chapters.map((chapter) => chapterItem(chapter, link)).join('\n')}\n</ol>`,
    cues.length > 0 && transcriptHtml(cues, { label: labels.transcript, link }),
  ];
  const lang = language ? ` lang="${escapeHtml(language)}"` : '';
  return `<div class="earshot-text"${lang}>\n${parts.filter(Boolean).join('\n')}\n</div>`;
}

type Link = (seconds: number) => string;

const chapterItem = ({ starts_at, title }: Pick<Chapter, 'starts_at' | 'title'>, link: Link) =>
  `<li>${link(starts_at)} ${timed(starts_at, title)}</li>`;

function transcriptHtml(
  cues: readonly TranscriptCue[],
  { label, link }: { label: string; link: Link },
): string {
  const paragraphs = groupCues(cues).map(({ speaker, starts_at, from, to }) => {
    const name = speaker === null ? '' : `<strong>${escapeText(speaker)}:</strong> `;
    const words = cues.slice(from, to).map((cue) => timed(cue.starts_at, cue.text));
    return `<p dir="auto">${link(starts_at)} ${name}${words.join(' ')}</p>`;
  });
  const summary = `<summary>${escapeText(label)}</summary>`;
  return `<details open="">${summary}\n${paragraphs.join('\n')}\n</details>`;
}

const timed = (seconds: number, words: string) =>
  `<span data-seek="${seconds}">${escapeText(words)}</span>`;

const timeLink = (href: string, seconds: number) =>
  `<a href="${escapeHtml(href)}" data-seek="${seconds}">${clock(seconds)}</a>`;

/** `4:05` or `1:04:05`. */
function clock(seconds: number): string {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}`;
}

const PICTURE = /<(?:img|picture|source|video|audio|iframe)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

/** Without pictures: the page would request them from their host before the visitor clicks the player. */
function notesHtml(notes: string): string {
  const html = isMarkedUp(notes) ? notes : `<p>${escapeHtml(notes).replace(/\n/g, '<br />')}</p>`;
  return withoutBrackets(
    html
      .replace(PICTURE, '')
      .replace(/<([bh]r)>/gi, '<$1 />') // pages in XML
      .replace(/\n\s*\n/g, '\n&#10;')
      .trim(),
  );
}

/** WordPress replaces shortcodes wherever they stand, and the loader those of players. */
const withoutBrackets = (html: string) => html.replaceAll('[', '&#91;');

const escapeText = (text: string) => withoutBrackets(escapeHtml(text.replace(/\s+/g, ' ').trim()));
