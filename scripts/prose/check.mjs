// The second half of `npm run lint`: refuses sentences of documents and comments that need a second reading.
// Paths on the command line limit the check to these files and folders.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import retextEnglish from 'retext-english';
import { unified } from 'unified';
import { readComments, readMarkdown } from './read-prose.mjs';
import { RULES } from './rules.mjs';

const english = unified().use(retextEnglish);

/** All sentences below a node, in order. */
function* sentences(node) {
  if (node.type === 'SentenceNode') yield node;
  else for (const child of node.children ?? []) yield* sentences(child);
}

function check(path) {
  const text = readFileSync(path, 'utf8');
  const prose = path.endsWith('.md') ? readMarkdown(text) : readComments(text);
  if (!/[a-z]/i.test(prose)) return [];

  const found = [];
  for (const { position } of sentences(english.parse(prose))) {
    const raw = prose.slice(position.start.offset, position.end.offset);
    const sentence = raw.replace(/\s+/g, ' ');
    for (const { find, say } of RULES) {
      const match = find.exec(sentence);
      if (match)
        found.push(
          `${path}:${position.start.line}  "${match[0]}" in: ${sentence.slice(0, 90)}\n    ${say}`,
        );
    }
  }
  return found;
}

const listed = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...process.argv.slice(2)],
  { encoding: 'utf8' },
);
const isProse = (path) => /\.(?:md|ts|tsx|mjs|css|php)$/.test(path) && existsSync(path);
const found = listed.split('\0').filter(isProse).flatMap(check);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error(
    `${found.length} sentences to rewrite. The patterns are in scripts/prose/rules.mjs.`,
  );
  process.exitCode = 1;
}
