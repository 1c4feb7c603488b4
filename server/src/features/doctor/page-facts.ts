/** Facts about a page and its players, as the browser shows them. `diagnose` draws the conclusions. */
export interface PageFacts {
  /** After redirects. */
  url: string;
  status: number;
  /** The policies of the page, each as it is written. */
  policies: PolicyFacts[];
  violations: Violation[];
  /** `Cross-Origin-Embedder-Policy: require-corp`. */
  requiresCorp: boolean;
  /** Consent managers of the page, by name. */
  managers: string[];
  /** Scripts of players of ours: `widgets.js`. */
  loaders: LoaderFacts[];
  /** Whether a loader of ours runs. */
  isLoaderAlive: boolean;
  /** The first error of a script of the page, or null. */
  scriptError: string | null;
  placements: PlacementFacts[];
  /** True if time or space ran out before all placements were examined. */
  isCut: boolean;
}

export interface PolicyFacts {
  from: 'header' | 'meta';
  text: string;
  /** The tag in the page's source, if it is there. */
  source: Source | null;
}

/** A script or frame that a policy of the page has refused. */
export interface Violation {
  directive: string;
  /** An address, or a word such as `inline`. */
  blocked: string;
  policy: string;
}

/** A part of the page's source. */
export interface Source {
  /** From 1. */
  line: number;
  text: string;
}

/** The end of a request. Null if nothing was requested. */
export interface Answer {
  /** 0 without an answer. */
  status: number;
  /** Chromium's name of the failure, e.g. `net::ERR_CONNECTION_REFUSED`, or what the proxy says. */
  failure: string | null;
  contentType: string;
  /** A header by which the page may not be in a frame, with its value. */
  refusesFrames: string | null;
  /** Whether a page with `require-corp` may frame it. */
  hasCorp: boolean;
}

export interface LoaderFacts {
  /** The address that it has, or would have. */
  address: string;
  attributes: Readonly<Record<string, string>>;
  source: Source | null;
  answer: Answer | null;
}

export type PlacementKind =
  | 'frame'
  /** A link that a script should replace. */
  | 'link'
  | 'shortcode'
  | 'element'
  /** A script of another host that writes the player. */
  | 'script'
  /** Code that is readable as text. */
  | 'code'
  /** Code that a consent manager keeps in another form. */
  | 'packed'
  /** A link whose class and script an editor has removed. */
  | 'stripped';

export interface PlacementFacts {
  kind: PlacementKind;
  /** `earshot`, or the name of another host. */
  host: string;
  /** The address of the player, as far as it is known. */
  address: string;
  /** Of the element, or of the link that it replaced. */
  attributes: Readonly<Record<string, string>>;
  /** Of a link, shortcode or code. */
  text: string;
  /** A selector of the element. */
  path: string;
  source: Source | null;
  /** A frame that our script has put after a link. */
  isMounted: boolean;
  box: BoxFacts | null;
  /** The selector of the control that shows a hidden player. */
  shownBy: string | null;
  frame: FrameFacts | null;
  /** The end of the request of a script placement, or of the script that a link of another host needs. */
  script: Answer | null;
  /** A style that was tried on the page and repairs what `box` complains of. */
  style: string | null;
  play: PlayFacts | null;
}

export interface BoxFacts {
  /** CSS pixels, before anything cuts it off. */
  width: number;
  height: number;
  /** CSS pixels that remain. */
  seenWidth: number;
  seenHeight: number;
  hidden: { by: 'display' | 'visibility' | 'opacity' | 'clip' | 'off_screen'; path: string } | null;
  /** The element that cuts it off. */
  cutBy: string | null;
  /** The element without pointer events. */
  deafBy: string | null;
  covered: { path: string; share: number } | null;
}

export interface FrameFacts {
  /** The address of its document; one of `chrome-error:` is a failure. */
  url: string;
  answer: Answer | null;
  /** Our player has announced itself. */
  hasSpoken: boolean;
  /** The text of our error page. */
  error: string | null;
}

/** The result of a press on play. */
export interface PlayFacts {
  result: 'sounds' | 'silent' | 'failed' | 'unsupported' | 'no_button';
  /** Of the player. */
  error: string | null;
}
