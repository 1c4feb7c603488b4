import { AD_API_ROUTES } from './ad-campaigns.ts';
import { ADMIN_API_ROUTES, ADMIN_PAGE_ROUTES } from './administration.ts';
import { ACCOUNT_PAGE_ROUTES, AUTH_FORM_ROUTES } from './auth.ts';
import { BLOCK_FORM_ROUTES } from './blocks.ts';
import { DELETION_API_ROUTES } from './deletions.ts';
import { EXPLORE_HOME_ROUTES } from './explore.ts';
import { FLASH_FORM_ROUTES } from './flash-messages.ts';
import { LIKE_PAGE_ROUTES } from './likes.ts';
import { LISTENER_PAGE_ROUTES } from './listening.ts';
import { MEMBER_API_ROUTES } from './members.ts';
import { INBOX_API_ROUTES, MESSAGE_FORM_ROUTES } from './messages.ts';
import { API_ROUTES, PAGE_ROUTES, SITE_ROUTES } from './paths.ts';
import { CARD_ROUTES, PLAN_API_ROUTES, PLAN_PAGE_ROUTES } from './payments.ts';
import { PUSH_PROGRAM_ROUTES } from './push.ts';
import { REPORT_API_ROUTES, REPORT_PAGE_ROUTES } from './reports.ts';
import { CONNECTION_API_ROUTES } from './sign-in-providers.ts';
import {
  CONNECT_ROUTES,
  HOST_TEXT_ROUTES,
  LANGUAGE_ROUTES,
  METRICS_ROUTES,
  SHORT_WAY_ROUTES,
  WORKER_ROUTES,
} from './site.ts';
import { STUDIO_API_ROUTES, STUDIO_PAGE_ROUTES } from './studio.ts';
import { TEMPLATE_ROUTES } from './templates.ts';
import { TRANSCRIPT_PAGE_ROUTES } from './transcripts.ts';

// Only this host's own pages know of these. The published package does without them.

/** Every page of the site that in-page navigation can load, relative to `SITE_URL`. */
export const OWN_PAGE_ROUTES = {
  ...PAGE_ROUTES,
  ...LISTENER_PAGE_ROUTES,
  ...ACCOUNT_PAGE_ROUTES,
  ...STUDIO_PAGE_ROUTES,
  ...ADMIN_PAGE_ROUTES,
  ...HOST_TEXT_ROUTES,
  ...EXPLORE_HOME_ROUTES,
  ...LIKE_PAGE_ROUTES,
  ...TRANSCRIPT_PAGE_ROUTES,
  ...PLAN_PAGE_ROUTES,
  ...REPORT_PAGE_ROUTES,
} as const;

/** Every address of the site, relative to `SITE_URL`. */
export const OWN_SITE_ROUTES = {
  ...SITE_ROUTES,
  ...OWN_PAGE_ROUTES,
  ...AUTH_FORM_ROUTES,
  ...MESSAGE_FORM_ROUTES,
  ...BLOCK_FORM_ROUTES,
  ...FLASH_FORM_ROUTES,
  ...TEMPLATE_ROUTES,
  ...METRICS_ROUTES,
  ...LANGUAGE_ROUTES,
  ...SHORT_WAY_ROUTES,
  ...CONNECT_ROUTES,
  ...WORKER_ROUTES,
  ...CARD_ROUTES,
  ...PUSH_PROGRAM_ROUTES,
} as const;

/** What the API offers for this host's own pages besides `API_ROUTES`, relative to `API_URL`. A client names them by path. */
export const OWN_API_ROUTES = {
  ...DELETION_API_ROUTES,
  ...INBOX_API_ROUTES,
  ...STUDIO_API_ROUTES,
  ...MEMBER_API_ROUTES,
  ...ADMIN_API_ROUTES,
  ...REPORT_API_ROUTES,
} as const;

/** Every address of the API, relative to `API_URL`. */
export const ALL_API_ROUTES = {
  ...API_ROUTES,
  ...OWN_API_ROUTES,
  ...AD_API_ROUTES,
  ...PLAN_API_ROUTES,
  ...CONNECTION_API_ROUTES,
} as const;
