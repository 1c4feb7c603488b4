/** The agreements of the site, the player page and the server of this repository. Users of the package do not see them. */

export * from './ad-campaigns.ts';
export * from './administration.ts';
export * from './audit.ts';
export * from './author-paths.ts';
export * from './bytes-in-words.ts';
export * from './card-brands.ts';
export * from './categories.ts';
export * from './connections.ts';
export * from './flash-messages.ts';
export * from './ground-colours.ts';
export * from './language-names.ts';
export * from './limits.ts';
export * from './notes.ts';
export * from './own-address.ts';
export * from './paths.ts';
export * from './payments.ts';
export * from './plain-pages.ts';
export * from './player-page.ts';
export * from './price-in-words.ts';
export * from './reports.ts';
export * from './sign-in-paths.ts';
export * from './site.ts';
export * from './speakers.ts';
export * from './studio.ts';
export * from './templates.ts';
export * from './transcripts.ts';
