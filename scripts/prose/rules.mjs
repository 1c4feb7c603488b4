// The patterns that `npm run lint` refuses in Markdown and in comments. A rule looks at one sentence at a time.

/** @typedef {{ find: RegExp, say: string }} Rule */

/** @type {readonly Rule[]} */
export const RULES = [
  {
    find: /^(?:(?:What|Who|Whoever|Whatever)\b|(?:One|Those|Nothing|Everything) (?:that|who|which)\b)(?!.*\?\W*$)/,
    say: 'Name the subject: "The reader ...", "Files that ..." instead of a clause.',
  },
  { find: /\b(?:he|his|him|himself|she|hers|herself)\b/i, say: 'Write "they", or name the role.' },
  {
    find: /\b(?:nobody|somebody|no one|someone)\b/i,
    say: 'Name who acts: "visitors", "another person", "no listener".',
  },
  { find: /\banew\b/i, say: 'Write "again" or "from the start".' },
  {
    find: /\b(?:go|goes|going|gone|went) on\b(?! (?:or off )?(?:the )?air\b)/i,
    say: 'Write "continue".',
  },
  {
    find: /\b(?:is|are|was|were) to (?!(?:a|an|the|its|their|this|that|each|one)\b)(?:be )?[a-z]{2,}\b/,
    say: 'Write "must", "should" or the present tense.',
  },
  { find: /\bbe had\b/i, say: 'Write "available".' },
  { find: /\b(?:is|are|was|were|be|being) told\b/i, say: 'Name who reports it, and to whom.' },
  { find: /(?<!\bthere )\b(?:is|are|was|were) none\b(?! of\b)/i, say: 'Write "there is no ...".' },
  { find: /\bfor now\b/i, say: 'Say until when, or leave it out.' },
];
