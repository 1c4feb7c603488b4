import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const budgets: { name: string; limit: string }[] = JSON.parse(
  readFileSync(new URL('../size-limit.json', import.meta.url), 'utf8'),
);

describe('README', () => {
  it.each([
    ['`widgets.js`, the loader', 'widgets.js, the loader'],
    [
      "the player page's first response: HTML, styles, data, first paint",
      'player page, first response',
    ],
    ["the player page's script", 'player page, script'],
    ['its controls, loaded at the first touch', 'player page, controls'],
    ['the code of the sound, loaded after that script', 'player, sound'],
    ['`earshot`, the engine without React', 'earshot'],
  ])('names the budget of %s as it is asserted', (words, name) => {
    const limit = budgets.find((budget) => budget.name === name)?.limit;
    expect(readme).toContain(`| ${words} | ${limit} |`);
  });
});
