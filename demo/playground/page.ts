import { inlineJson } from 'earshot/internal';
import type { Catalogue } from './catalogue.ts';

/** A page of the demo that is difficult for embeds. */
export interface DemoHost {
  name: string;
  /** The difficulty for embeds. */
  note: string;
}

/** The data that `/embed/try` contains. */
export interface PageData {
  productName: string;
  widgetUrl: string;
  siteUrl: string;
  apiUrl: string;
  /** Only in the demo, which has more pages. */
  hosts?: readonly DemoHost[];
}

export interface PlaygroundData extends PageData, Catalogue {}

const DATA = /(<script type="application\/json" id="data">)([^<]*)/;

/** The page `/embed/try` of a host, on the origin of the demo. */
export function asDemo(page: string, hosts: readonly DemoHost[]): string {
  return page.replace(DATA, (_, start: string, json: string) => {
    return start + inlineJson({ ...(JSON.parse(json) as PageData), hosts });
  });
}
