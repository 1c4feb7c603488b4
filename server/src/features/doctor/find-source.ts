import { decodeHTML } from 'entities';
import type { Source } from './page-facts.ts';

/** An element in the source of a page. */
interface Tag {
  name: string;
  attributes: Readonly<Record<string, string>>;
  index: number;
  /** With its content, and for a link with the script after it. */
  end: number;
}

/** Finds markup in the source of a page. Each place is found once, in the order of the page. */
export interface SourceReader {
  findTag(name: string, fits: (attributes: Tag['attributes']) => boolean): Source | null;
  /** A text, as it is or escaped. */
  findText(form: RegExp): Source | null;
  /** The template around a text. */
  findTemplate(content: string): Source | null;
}

const HIDDEN =
  /<!--[\s\S]*?-->|<template\b[\s\S]*?<\/template>|<textarea\b[\s\S]*?<\/textarea>|<noscript\b[\s\S]*?<\/noscript>/gi;
const SCRIPT_BODY = /(<script\b[^>]*>)([\s\S]*?)(<\/script>)/gi;
const TAG = /<(iframe|a|script|meta|earshot-player)\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
/** Quotes that are not closed, and curly ones. */
const BROKEN_TAG = /<(iframe|a|script|earshot-player)\b([^<>]*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const WITH_LOADER = /^\s*<script\b[^>]*\bwidgets[^>]*>\s*<\/script>/i;

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

export function readSource(html: string): SourceReader {
  const shown = html
    .replace(HIDDEN, blank)
    .replace(SCRIPT_BODY, (_, open: string, body: string, end: string) => open + blank(body) + end);
  const tags = readTags(shown);
  const taken = new Set<number>();

  const sourceAt = (index: number, end: number): Source => {
    taken.add(index);
    const line = html.slice(0, index).split('\n').length;
    return { line, text: html.slice(index, end) };
  };
  return {
    findTag(name, fits) {
      const found = tags.find(
        (tag) => tag.name === name && !taken.has(tag.index) && fits(tag.attributes),
      );
      return found ? sourceAt(found.index, found.end) : null;
    },
    findTemplate(content) {
      const at = html.indexOf(content);
      const start = html.lastIndexOf('<script', at);
      const end = html.indexOf('</script>', at);
      return at < 0 || start < 0 || end < 0 ? null : sourceAt(start, end + '</script>'.length);
    },
    findText(form) {
      for (const { 0: text, index } of shown.matchAll(new RegExp(form, 'gi'))) {
        if (!taken.has(index)) return sourceAt(index, index + text.length);
      }
      return null;
    },
  };
}

function readTags(shown: string): Tag[] {
  const found = new Map<number, Tag>();
  for (const form of [TAG, BROKEN_TAG]) {
    for (const { 0: whole, 1: name = '', 2: inner = '', index } of shown.matchAll(form)) {
      if (found.has(index)) continue;
      const tag = name.toLowerCase();
      const end = endOf(shown, tag, index + whole.length);
      found.set(index, { name: tag, attributes: readAttributes(inner), index, end });
    }
  }
  return [...found.values()].sort((a, b) => a.index - b.index);
}

function endOf(shown: string, name: string, from: number): number {
  if (name === 'meta') return from;
  const close = new RegExp(`</${name}\\s*>`, 'i').exec(shown.slice(from, from + 4_000));
  if (!close) return from;
  const end = from + close.index + close[0].length;
  if (name !== 'a') return end;
  return end + (WITH_LOADER.exec(shown.slice(end, end + 1_000))?.[0].length ?? 0);
}

export function readAttributes(inner: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of inner.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] ??= decodeHTML(double ?? single ?? bare ?? '');
  }
  return attributes;
}
