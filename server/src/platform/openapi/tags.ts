interface Tag {
  name: string;
  description: string;
  /** Paths below the address of the API. The first tag that matches counts. */
  paths: RegExp;
}

/** The parts of the API, in the order in which the document shows them. */
const TAGS: readonly Tag[] = [
  {
    name: 'Accounts',
    description: 'Sign up, log in, tokens for programs, and the account itself.',
    paths:
      /^\/v2\/(auth|me)\b|^\/user\/\{user_id\}(\/(cover|export|permalink|flashmessages|calendar).*)?$|^\/flashmessage/,
  },
  {
    name: 'Other services',
    description: 'Sign-in, payments and directories of other companies.',
    paths: /^\/(facebook|twitter|google|apple)\b|^\/(v2\/payment|premium)\b|\/(premium|ihr)\b/,
  },
  {
    name: 'Imports',
    description: 'Bring a podcast from another host, with a preview first.',
    paths: /^\/imports?\b/,
  },
  {
    name: 'Media',
    description: 'Uploads of audio, and what becomes of them.',
    paths: /^\/media\b/,
  },
  {
    name: 'Discovery',
    description: 'Search, categories, tags and lists.',
    paths: /^\/v2\/(search|explore|tags)\b/,
  },
  {
    name: 'People',
    description: 'Users, likes, follows, fans and blocks.',
    paths: /^\/(v2\/users|user)\b/,
  },
  {
    name: 'Episodes',
    description: 'Episodes with their chapters, transcripts and messages, from draft to published.',
    paths: /^\/(v2\/episodes|episode)\b|\/episodes\b/,
  },
  {
    name: 'Shows',
    description: 'Shows with their covers, feeds, members and schedules.',
    paths: /^\/(v2\/shows|show)\b/,
  },
  { name: 'Host', description: 'This host itself.', paths: /^/ },
];

export const tagOf = (path: string): string =>
  TAGS.find(({ paths }) => paths.test(path))?.name ?? 'Host';

/** The tags that these paths have, described. */
export function tagsOf(paths: readonly string[]): { name: string; description: string }[] {
  const used = new Set(paths.map(tagOf));
  return TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({
    name,
    description,
  }));
}
