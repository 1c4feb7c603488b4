import { readFile } from 'node:fs/promises';
import { buildPath } from 'earshot/contract';
import { escapeHtml } from 'earshot/internal';
import { ALL_PAGE_ROUTES, type DocumentHtml } from 'earshot-site/contract';
import { Marked, type RendererObject } from 'marked';
import { unlessMissing } from '../../platform/storage/durable-file.ts';

/** The folder of the documents, for the built server and its source. */
const FOLDER = new URL(
  `${import.meta.url.endsWith('.ts') ? '../../../../' : '../../'}docs/`,
  import.meta.url,
);
const NAME = /^[a-z]+(-[a-z]+)*$/;

/** The document about players on other pages, and its part about problems. */
const EMBED = 'embed';
const PROBLEMS = 'If it does not work';

/** A link to another file of the repository, which is not on this host, with its text. */
const LINK_ELSEWHERE = /\[([^\]]+)\]\((?!#|https?:|mailto:|[\w-]+\.md\b)[^)]*\)/g;

/** Reads the Markdown of `docs/{name}.md`. Returns null if this build has no such document. */
export async function readMarkdown(name: string): Promise<string | null> {
  const text = NAME.test(name) ? await readIfThere(`${name}.md`) : null;
  return text?.replace(LINK_ELSEWHERE, '$1') ?? null;
}

/** The documents that were read before. They change only with the build. */
const documents = new Map<string, DocumentHtml>();

/** Reads a document as HTML. Returns null if this build has no such document. */
export async function readDocument(name: string): Promise<DocumentHtml | null> {
  const before = documents.get(name);
  if (before) return before;
  const markdown = await readMarkdown(name);
  if (markdown === null) return null;
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  const html = await new Marked({ renderer: createRenderer() }).parse(markdown);
  const document = { title, html };
  documents.set(name, document);
  return document;
}

/** Reads the index of the documents, with their absolute addresses. Returns null if this build came without documents. */
export async function readIndex(siteUrl: string): Promise<string | null> {
  const text = await readIfThere('llms.txt');
  return text?.replace(/\]\(([\w-]+\.md)\)/g, (_, file) => `](${siteUrl}/docs/${file})`) ?? null;
}

/** The address of the heading about this problem with an embed, or of the whole part for an unknown reason. */
export async function findHelp(reason: string): Promise<string> {
  const anchorOf = createAnchors();
  const headings = (await readMarkdown(EMBED))?.match(/^##+ .+$/gm) ?? [];
  const anchors = headings.map((heading) => ({ heading, anchor: anchorOf(heading) }));
  const found =
    anchors.find(({ heading }) => /^### /.test(heading) && heading.includes(`\`${reason}\``)) ??
    anchors.find(({ heading }) => heading === `## ${PROBLEMS}`);
  return `${pageOf(EMBED)}#${found?.anchor ?? ''}`;
}

const pageOf = (document: string) => buildPath(ALL_PAGE_ROUTES, 'document', { document });

/**
 * Makes the ids of the headings of a document, in their order, as code hosts do: `## Start at a moment` gets
 * `start-at-a-moment`, and a second heading with these words gets `start-at-a-moment-1`.
 */
function createAnchors(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const words = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const before = counts.get(words) ?? 0;
    counts.set(words, before + 1);
    return before === 0 ? words : `${words}-${before}`;
  };
}

function createRenderer(): RendererObject {
  const anchorOf = createAnchors();
  return {
    heading({ depth, text, tokens }) {
      const id = escapeHtml(anchorOf(text));
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      const [, name, part = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
      if (name) return `<a href="${escapeHtml(pageOf(name) + part)}">${html}</a>`;
      // Other files of the repository are not on this host.
      return /^(#|https?:|mailto:)/.test(href) ? `<a href="${escapeHtml(href)}">${html}</a>` : html;
    },
    image: ({ text }) => escapeHtml(text),
    // Screen readers would announce a heading of the column, without words.
    tablecell: ({ header, text }) => (header && text === '' ? '<td></td>\n' : false),
  };
}

const readIfThere = (file: string) => unlessMissing(readFile(new URL(file, FOLDER), 'utf8'));
