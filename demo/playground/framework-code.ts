import { type EmbedSource, OPTION_NAMES, shortcodeSnippet } from 'earshot/embed';

export type Framework = 'react' | 'vue' | 'svelte' | 'angular' | 'wordpress';

export const FRAMEWORKS: readonly { value: Framework; label: string }[] = [
  { value: 'react', label: 'React' },
  { value: 'vue', label: 'Vue' },
  { value: 'svelte', label: 'Svelte' },
  { value: 'angular', label: 'Angular' },
  { value: 'wordpress', label: 'WordPress' },
];

/** A whole file with the player, for an app that has installed `earshot`. For WordPress it is the shortcode. */
export function frameworkCode(framework: Framework, source: EmbedSource): string {
  return framework === 'wordpress' ? shortcodeSnippet(source) : CODES[framework](tagOf(source));
}

/** `=""` is an option without a value in JSX and in all templates. No value contains a brace. */
function tagOf({ options, widgetUrl, title, link_url }: EmbedSource): string {
  const attributes = [
    ['widget-url', widgetUrl],
    ...OPTION_NAMES.map((name) => [name, options[name] === true ? '' : options[name]]),
  ].filter(([, value]) => value !== undefined);
  const lines = attributes.map(([name, value]) => `  ${name}="${quoted(String(value))}"`);
  const link = `<a href="${quoted(link_url)}">Listen to ${quoted(title)}</a>`;
  return `<earshot-player\n${lines.join('\n')}\n>\n  ${link}\n</earshot-player>`;
}

/** The characters with a meaning in HTML, JSX, one of the templates, or the string around Angular's. */
const quoted = (text: string) =>
  text.replaceAll(/[&<>"{}@`$\\]/g, (character) => `&#${character.charCodeAt(0)};`);

const indent = (text: string, by: string) => text.replaceAll(/^/gm, by);

const CODES: Readonly<Record<Exclude<Framework, 'wordpress'>, (tag: string) => string>> = {
  react: (tag) => `'use client';

import type {} from 'earshot/jsx/react';
import { defineEarshotPlayer } from 'earshot/embed';

void defineEarshotPlayer();

export const Player = () => (
${indent(tag, '  ')}
);`,
  vue: (
    tag,
  ) => `<!-- vite.config.js: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'earshot-player' } } }) -->
<script setup>
import { defineEarshotPlayer } from 'earshot/embed';

defineEarshotPlayer();
</script>

<template>
${indent(tag, '  ')}
</template>`,
  svelte: (tag) => `<script>
  import { defineEarshotPlayer } from 'earshot/embed';

  defineEarshotPlayer();
</script>

${tag}`,
  angular: (tag) => `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { defineEarshotPlayer } from 'earshot/embed';

void defineEarshotPlayer();

@Component({
  selector: 'app-player',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(tag, '    ')}
  \`,
})
export class PlayerComponent {}`,
};
