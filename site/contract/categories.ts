/** One of Apple's podcast categories. */
export interface Category {
  /** Name in an address, e.g. `health-and-fitness`. */
  readonly permalink: string;
  /** Name in feeds, in English, e.g. `Health & Fitness`. */
  readonly name: string;
  /** Permalink of the parent category; null for a top-level category. */
  readonly parent: string | null;
}

/** Apple's categories, from https://podcasters.apple.com/support/1691-apple-podcasts-categories. */
const TREE: Readonly<Record<string, readonly string[]>> = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  History: [],
  'Health & Fitness': [
    'Alternative Health',
    'Fitness',
    'Medicine',
    'Mental Health',
    'Nutrition',
    'Sexuality',
  ],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    'Animation & Manga',
    'Automotive',
    'Aviation',
    'Crafts',
    'Games',
    'Hobbies',
    'Home & Garden',
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    'Business News',
    'Daily News',
    'Entertainment News',
    'News Commentary',
    'Politics',
    'Sports News',
    'Tech News',
  ],
  'Religion & Spirituality': [
    'Buddhism',
    'Christianity',
    'Hinduism',
    'Islam',
    'Judaism',
    'Religion',
    'Spirituality',
  ],
  Science: [
    'Astronomy',
    'Chemistry',
    'Earth Sciences',
    'Life Sciences',
    'Mathematics',
    'Natural Sciences',
    'Nature',
    'Physics',
    'Social Sciences',
  ],
  'Society & Culture': [
    'Documentary',
    'Personal Journals',
    'Philosophy',
    'Places & Travel',
    'Relationships',
  ],
  Sports: [
    'Baseball',
    'Basketball',
    'Cricket',
    'Fantasy Sports',
    'Football',
    'Golf',
    'Hockey',
    'Rugby',
    'Running',
    'Soccer',
    'Swimming',
    'Tennis',
    'Volleyball',
    'Wilderness',
    'Wrestling',
  ],
  Technology: [],
  'True Crime': [],
  'TV & Film': ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
};

/** Names that Apple replaced in August 2019, and that old feeds still contain, with the current permalinks. */
const FORMER: Readonly<Record<string, string>> = {
  amateur: 'sports',
  'college-and-high-school': 'sports',
  'education-technology': 'education',
  'educational-technology': 'education',
  'fitness-and-nutrition': 'health-and-fitness',
  gadgets: 'technology',
  'games-and-hobbies': 'leisure',
  'government-and-organizations': 'government',
  health: 'health-and-fitness',
  'higher-education': 'education',
  'k-12': 'education',
  'language-courses': 'language-learning',
  literature: 'books',
  local: 'government',
  'management-and-marketing': 'management',
  national: 'government',
  'news-and-politics': 'news',
  other: 'religion-and-spirituality',
  'other-games': 'games',
  outdoor: 'wilderness',
  podcasting: 'technology',
  professional: 'sports',
  regional: 'government',
  'science-and-medicine': 'science',
  'self-help': 'self-improvement',
  shopping: 'business',
  'software-how-to': 'technology',
  'sports-and-recreation': 'sports',
  training: 'courses',
};

/**
 * All categories: each parent, then its children. A call that is marked pure is removed from bundles that do not use
 * it.
 */
export const CATEGORIES: readonly Category[] = /* @__PURE__ */ Object.entries(TREE).flatMap(
  ([name, children]) => {
    const parent = toPermalink(name);
    return [
      { permalink: parent, name, parent: null },
      ...children.map((child) => ({ permalink: toPermalink(child), name: child, parent })),
    ];
  },
);

/**
 * Finds a category by its name or permalink. Upper case, punctuation and `&amp;` make no difference. A former name
 * gives its replacement. Null for a text that is not a category.
 */
export function findCategory(text: string): Category | null {
  const written = toPermalink(text);
  const permalink = Object.hasOwn(FORMER, written) ? FORMER[written] : written;
  return CATEGORIES.find((category) => category.permalink === permalink) ?? null;
}

function toPermalink(name: string): string {
  return name
    .toLowerCase()
    .replace(/&amp;|&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
