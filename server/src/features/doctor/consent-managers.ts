/** A consent manager: programs that block frames and scripts until a visitor agrees. */
interface ConsentManager {
  name: string;
  /** Found in the tags of a page that has it. */
  sign: string;
  /** Found in the tag of a script or frame that it blocks. */
  blocks: RegExp;
  /** The attribute that exempts a tag, if the manager knows one. */
  exempt?: string;
}

/** From the documentation of each. The first one whose `blocks` fits a tag has blocked it. */
const MANAGERS: readonly ConsentManager[] = [
  {
    name: 'Cookiebot',
    sign: 'consent\\.cookiebot\\.com|data-cbid|data-cookieconsent',
    blocks: /data-cookieconsent="(?!ignore)|data-cookieblock-src/i,
    exempt: 'data-cookieconsent="ignore"',
  },
  { name: 'Complianz', sign: 'complianz|cmplz', blocks: /cmplz/i },
  { name: 'Borlabs Cookie', sign: 'borlabs|_brlbs|brlbs-', blocks: /borlabs|brlbs/i },
  {
    name: 'OneTrust',
    sign: 'cdn\\.cookielaw\\.org|otSDKStub|optanon',
    blocks: /optanon-category|ot-vscat/i,
    exempt: 'data-ot-ignore=""',
  },
  {
    name: 'Usercentrics',
    sign: 'usercentrics',
    blocks: /data-usercentrics|\buc-src/i,
    exempt: 'data-uc-allowed="true"',
  },
  {
    name: 'iubenda',
    sign: 'iubenda',
    blocks: /_iub_cs_activate|suppressedsrc/i,
    exempt: 'class="_iub_cs_skip"',
  },
  {
    name: 'CookieYes',
    sign: 'cookieyes|cky-consent|cookie-law-info',
    blocks: /data-cookieyes|data-cky|data-cli-(?:src|class)/i,
  },
  {
    name: 'Real Cookie Banner',
    sign: 'real-cookie-banner|consent-original-src',
    blocks: /consent-(?:original|required|by)/i,
    exempt: 'consent-skip-blocker="1"',
  },
  {
    name: 'Cookie Information',
    sign: 'policy\\.app\\.cookieinformation\\.com',
    blocks: /data-consent-src|data-category-consent/i,
  },
  {
    name: 'CookieFirst',
    sign: 'consent\\.cookiefirst\\.com|data-cookiefirst',
    blocks: /data-cookiefirst/i,
  },
  { name: 'Didomi', sign: 'sdk\\.privacy-center\\.org|didomi', blocks: /didomi/i },
  { name: 'Osano', sign: 'cmp\\.osano\\.com', blocks: /data-osano/i },
  { name: 'Termly', sign: 'app\\.termly\\.io', blocks: /data-termly|data-categories=/i },
  { name: 'tarteaucitron', sign: 'tarteaucitron', blocks: /tarteaucitron|tac_/i },
  { name: 'Klaro', sign: '\\bklaro\\b|klaro(?:-[\\w.]+)?\\.js', blocks: /data-name=/i },
];

/** The generic forms: Klaro, cookieconsent, and many plugins. */
const GENERIC =
  /type="(?:text\/plain|opt-in|text\/x-blocked)"|data-(?:cookie-?)?(?:category|consent|service|purposes?|vendor)\b|consent/i;

export const MANAGER_SIGNS = MANAGERS.map(({ name, sign }) => [name, sign] as const);

export interface Blocking {
  /** Empty if the manager is unknown. */
  manager: string;
  exempt: string | null;
}

/** The manager that has blocked a tag, or null. `managers` are those of the page. */
export function blockedBy(tag: string, managers: readonly string[]): Blocking | null {
  const found = MANAGERS.find(
    ({ name, blocks }) => blocks.test(tag) && (name !== 'Klaro' || managers.includes(name)),
  );
  if (found) return { manager: found.name, exempt: found.exempt ?? null };
  if (!GENERIC.test(tag)) return null;
  const known = MANAGERS.find(({ name }) => managers.includes(name));
  return { manager: known?.name ?? '', exempt: known?.exempt ?? null };
}

/** Whether a script's type keeps browsers from running it, as plugins that delay scripts do. */
export function isInert(type: string): boolean {
  return type !== '' && !/^(?:text|application)\/(?:java|ecma)script$|^module$/i.test(type.trim());
}
