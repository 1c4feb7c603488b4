import type { CHECKED_BY } from './checks.ts';

/** The parts that have a report each. The embed is looked at in every layout, the others at every kind of page. */
export const PARTS = ['embed', 'site', 'studio'] as const;
export type Part = (typeof PARTS)[number];

/** The terms of OpenACR (https://github.com/GSA/openacr). */
export type Level = 'supports' | 'partially-supports' | 'does-not-support' | 'not-applicable';

/** When the hand checks were made, and the table was last read as a whole. */
export const REVIEWED = '2026-11-28';

export type CheckName = keyof typeof CHECKED_BY;

export interface Evidence {
  level?: Exclude<Level, 'does-not-support'>;
  /** Checks of `checks.ts`. A problem that they find turns the row into `does-not-support`. */
  checks?: readonly CheckName[];
  /** Tests of this repository, as `file: title`. They fail the build themselves. */
  tests?: readonly string[];
  /** True if a person looked at it at the date of the review. */
  isByHand?: boolean;
  remark: string;
}

export interface Criterion extends Evidence {
  num: string;
  name: string;
  wcag: 'A' | 'AA';
  /** Where a part differs from the others. */
  except?: Partial<Record<Part, Evidence>>;
}

const by = (...checks: CheckName[]) => ({ checks });
const byHand = { isByHand: true } as const;
const none = (remark: string) => ({ level: 'not-applicable', remark }) as const;

/** The success criteria of WCAG 2.2, levels A and AA. EN 301 549 V3.2.1 has those of WCAG 2.1 as 9.1.1.1 to 9.4.1.3. */
export const CRITERIA: readonly Criterion[] = [
  {
    num: '1.1.1',
    name: 'Non-text Content',
    wcag: 'A',
    ...by('axe'),
    remark: 'Icons have names or are hidden. Covers stand beside the title that they show.',
  },
  {
    num: '1.2.1',
    name: 'Audio-only and Video-only (Prerecorded)',
    wcag: 'A',
    level: 'partially-supports',
    tests: [
      'tests/e2e/transcript.spec.ts: the transcript follows what is said, finds words and plays from them',
    ],
    remark:
      'An episode has a transcript in the player and on its page if its author adds one. Whether they do is their choice.',
    except: {
      studio: { ...byHand, remark: 'The studio has no audio but that of the author.' },
    },
  },
  {
    num: '1.2.2',
    name: 'Captions (Prerecorded)',
    wcag: 'A',
    ...none('There is no video.'),
  },
  {
    num: '1.2.3',
    name: 'Audio Description or Media Alternative (Prerecorded)',
    wcag: 'A',
    ...none('There is no video.'),
  },
  {
    num: '1.3.1',
    name: 'Info and Relationships',
    wcag: 'A',
    ...by('axe'),
    remark: 'Headings, lists, tables, labels and groups are HTML elements of that kind.',
  },
  {
    num: '1.3.2',
    name: 'Meaningful Sequence',
    wcag: 'A',
    ...byHand,
    remark: 'The order of the document is the order of reading.',
  },
  {
    num: '1.3.3',
    name: 'Sensory Characteristics',
    wcag: 'A',
    ...byHand,
    remark: 'No instruction names only a shape, a colour or a place.',
  },
  {
    num: '1.4.1',
    name: 'Use of Color',
    wcag: 'A',
    ...by('axe'),
    ...byHand,
    remark:
      'Links in text are underlined. Chosen, played and wrong items also have a mark or words.',
  },
  {
    num: '1.4.2',
    name: 'Audio Control',
    wcag: 'A',
    ...by('axe'),
    tests: ['tests/e2e/engine/autoplay.spec.ts: *'],
    remark:
      'No sound starts by itself unless the author of the page asks for it. Pause and volume are the first controls.',
  },
  {
    num: '2.1.1',
    name: 'Keyboard',
    wcag: 'A',
    ...by('Tab key', 'axe'),
    remark: 'Tab reaches every control, or one of its group. Arrow keys lead on inside groups.',
  },
  {
    num: '2.1.2',
    name: 'No Keyboard Trap',
    wcag: 'A',
    ...by('Tab key'),
    remark: 'Tab leaves the player and every page.',
  },
  {
    num: '2.1.4',
    name: 'Character Key Shortcuts',
    wcag: 'A',
    tests: [
      'tests/react/player-keys.test.tsx: keeps letters to the focused player if the listener chooses so',
    ],
    remark:
      'The list of keys (?) has a choice that limits letters, digits and signs to the focused player.',
    except: {
      embed: { ...byHand, remark: 'Letters are keys only while the frame has the focus.' },
    },
  },
  {
    num: '2.2.1',
    name: 'Timing Adjustable',
    wcag: 'A',
    ...by('axe'),
    ...byHand,
    remark:
      'Nothing has a time limit but the sleep timer, which listeners set. Drafts outlive a session.',
  },
  {
    num: '2.2.2',
    name: 'Pause, Stop, Hide',
    wcag: 'A',
    ...by('motion', 'axe'),
    remark: 'Nothing moves for more than five seconds by itself.',
  },
  {
    num: '2.3.1',
    name: 'Three Flashes or Below Threshold',
    wcag: 'A',
    ...byHand,
    remark: 'Nothing flashes.',
  },
  {
    num: '2.4.1',
    name: 'Bypass Blocks',
    wcag: 'A',
    ...by('axe'),
    remark: 'Landmarks and headings; the first link of a page leads to its content.',
  },
  {
    num: '2.4.2',
    name: 'Page Titled',
    wcag: 'A',
    ...by('axe'),
    remark: 'Each page and each frame has a title of its own.',
  },
  {
    num: '2.4.3',
    name: 'Focus Order',
    wcag: 'A',
    ...by('Tab key'),
    remark: 'The focus follows the document. A dialog takes the focus and returns it.',
  },
  {
    num: '2.4.4',
    name: 'Link Purpose (In Context)',
    wcag: 'A',
    ...by('axe'),
    remark: 'Each link has a name.',
  },
  {
    num: '2.5.1',
    name: 'Pointer Gestures',
    wcag: 'A',
    ...byHand,
    remark: 'No gesture needs a path or two fingers.',
  },
  {
    num: '2.5.2',
    name: 'Pointer Cancellation',
    wcag: 'A',
    ...byHand,
    remark:
      'Controls act when the pointer is released. A drag that ends elsewhere, or Escape, changes nothing.',
  },
  {
    num: '2.5.3',
    name: 'Label in Name',
    wcag: 'A',
    ...by('axe'),
    remark: 'Accessible names contain the words that are seen.',
  },
  {
    num: '2.5.4',
    name: 'Motion Actuation',
    wcag: 'A',
    ...none('Nothing reacts to motion.'),
  },
  {
    num: '3.1.1',
    name: 'Language of Page',
    wcag: 'A',
    ...by('axe'),
    remark: 'The language of the texts is that of the page.',
  },
  {
    num: '3.2.1',
    name: 'On Focus',
    wcag: 'A',
    ...by('Tab key'),
    remark: 'The focus changes nothing.',
  },
  {
    num: '3.2.2',
    name: 'On Input',
    wcag: 'A',
    ...byHand,
    remark: 'Fields change nothing but the list or the code beside them, which says so.',
  },
  {
    num: '3.2.6',
    name: 'Consistent Help',
    wcag: 'A',
    ...byHand,
    remark: 'The links to help and to the terms stand in the same order at the end of every page.',
    except: { embed: none('A frame is not a set of pages.') },
  },
  {
    num: '3.3.1',
    name: 'Error Identification',
    wcag: 'A',
    ...by('wrong form'),
    remark: 'A wrong field is marked, and its description says in words what is wrong.',
    except: { embed: none('The player has no form.') },
  },
  {
    num: '3.3.2',
    name: 'Labels or Instructions',
    wcag: 'A',
    ...by('axe'),
    remark: 'Each field has a visible label, and a hint where its form is not obvious.',
  },
  {
    num: '3.3.7',
    name: 'Redundant Entry',
    wcag: 'A',
    ...byHand,
    remark: 'Forms keep what was entered, also over an error, a reload and a login.',
    except: { embed: none('The player has no form.') },
  },
  {
    num: '4.1.2',
    name: 'Name, Role, Value',
    wcag: 'A',
    ...by('axe'),
    remark: 'Controls are elements of HTML, or have a role, a name and a state.',
  },
  {
    num: '1.2.4',
    name: 'Captions (Live)',
    wcag: 'AA',
    ...none('There is no video.'),
  },
  {
    num: '1.2.5',
    name: 'Audio Description (Prerecorded)',
    wcag: 'AA',
    ...none('There is no video.'),
  },
  {
    num: '1.3.4',
    name: 'Orientation',
    wcag: 'AA',
    ...by('axe'),
    remark: 'No page asks for an orientation.',
  },
  {
    num: '1.3.5',
    name: 'Identify Input Purpose',
    wcag: 'AA',
    ...by('axe'),
    remark: 'Fields for a name, an address or a password have their `autocomplete`.',
    except: { embed: none('The player asks for nothing about the listener.') },
  },
  {
    num: '1.4.3',
    name: 'Contrast (Minimum)',
    wcag: 'AA',
    ...by('axe'),
    tests: ['tests/react/contrast.test.ts: *', 'tests/react/accent.test.ts: *'],
    remark: 'In both themes, and with every colour that an author may choose.',
  },
  {
    num: '1.4.4',
    name: 'Resize Text',
    wcag: 'AA',
    ...by('reflow', 'axe'),
    remark: 'At twice the size nothing is lost, and nothing needs horizontal scrolling.',
  },
  {
    num: '1.4.5',
    name: 'Images of Text',
    wcag: 'AA',
    ...byHand,
    remark:
      'The only images of text are covers, which are essential, and stand beside their title.',
  },
  {
    num: '1.4.10',
    name: 'Reflow',
    wcag: 'AA',
    ...by('reflow'),
    remark: 'At 320 px nothing needs horizontal scrolling. Tables of figures scroll by themselves.',
  },
  {
    num: '1.4.11',
    name: 'Non-text Contrast',
    wcag: 'AA',
    tests: ['tests/react/contrast.test.ts: *'],
    remark: 'Controls, rails and the mark of the focus have 3:1 to each ground, in both themes.',
  },
  {
    num: '1.4.12',
    name: 'Text Spacing',
    wcag: 'AA',
    ...by('spacing', 'axe'),
    remark: 'With the spacing of the criterion no text is cut off.',
  },
  {
    num: '1.4.13',
    name: 'Content on Hover or Focus',
    wcag: 'AA',
    tests: [
      'tests/e2e/tooltips.spec.ts: a button shows its label to the pointer and to the keyboard, inside the window or frame',
    ],
    remark: 'Tooltips show on hover and focus, stay under the pointer, and go with Escape.',
  },
  {
    num: '2.4.5',
    name: 'Multiple Ways',
    wcag: 'AA',
    ...byHand,
    remark: 'Search, lists by topic, and links between shows, episodes and authors.',
    except: { embed: none('A frame is not a set of pages.') },
  },
  {
    num: '2.4.6',
    name: 'Headings and Labels',
    wcag: 'AA',
    ...byHand,
    remark: 'Headings and labels name what follows.',
  },
  {
    num: '2.4.7',
    name: 'Focus Visible',
    wcag: 'AA',
    ...by('Tab key'),
    remark: 'Each stop of the Tab key has a visible mark.',
  },
  {
    num: '2.4.11',
    name: 'Focus Not Obscured (Minimum)',
    wcag: 'AA',
    ...by('Tab key'),
    tests: [
      'tests/e2e/phone.spec.ts: the places of a phone stay below the player, and the focus above both',
    ],
    remark: 'The player at the foot of the window never covers the focus.',
  },
  {
    num: '2.5.7',
    name: 'Dragging Movements',
    wcag: 'AA',
    ...byHand,
    remark: 'Positions and volume are also set by a click and by keys. Rows also move by a menu.',
  },
  {
    num: '2.5.8',
    name: 'Target Size (Minimum)',
    wcag: 'AA',
    ...by('axe'),
    remark: 'Targets have 24 px or more, or that distance.',
  },
  {
    num: '3.1.2',
    name: 'Language of Parts',
    wcag: 'AA',
    ...by('axe'),
    remark:
      'Titles and notes have the language that their author states, and names of languages their own.',
  },
  {
    num: '3.2.3',
    name: 'Consistent Navigation',
    wcag: 'AA',
    ...byHand,
    remark: 'Head and end are the same on every page.',
    except: { embed: none('A frame is not a set of pages.') },
  },
  {
    num: '3.2.4',
    name: 'Consistent Identification',
    wcag: 'AA',
    ...byHand,
    remark: 'The same control has the same icon and the same name everywhere.',
  },
  {
    num: '3.3.3',
    name: 'Error Suggestion',
    wcag: 'AA',
    ...by('wrong form'),
    remark: 'The text at a wrong field says how to correct it.',
    except: { embed: none('The player has no form.') },
  },
  {
    num: '3.3.4',
    name: 'Error Prevention (Legal, Financial, Data)',
    wcag: 'AA',
    tests: ['site/tests/pages/settings-lists.test.tsx: ends after a question, and leads on'],
    remark: 'A dialog asks before something is deleted or bought, and says what follows.',
    except: { embed: none('The player buys and deletes nothing.') },
  },
  {
    num: '3.3.8',
    name: 'Accessible Authentication (Minimum)',
    wcag: 'AA',
    tests: ['tests/e2e/passkeys.spec.ts: *'],
    remark: 'Password managers and passkeys work, passwords may be pasted, and there is no puzzle.',
    except: { embed: none('The player has no login.') },
  },
  {
    num: '4.1.3',
    name: 'Status Messages',
    wcag: 'AA',
    ...byHand,
    remark: 'Notices, results of a search and of a copy are announced without moving the focus.',
  },
];
