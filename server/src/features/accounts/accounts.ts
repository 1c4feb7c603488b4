// Sign-in and signup for other features.
export { onAccountTakeover } from './account-events.ts';
export { readName } from './account-fields.ts';
export {
  ARCHIVE_LASTS_MS,
  type MailDeps,
  sendArchive,
  sendConnection,
  sendNewEditor,
  sendSignInChange,
} from './account-mails.ts';
export { answerLogin, type Entered } from './answer-login.ts';
export { confirmPassword, requireUnchanged } from './confirm-password.ts';
export { accountKey, normalizeEmail, readEmail } from './email-address.ts';
export { createInvite } from './invites.ts';
export { removeFactors } from './lost-factors.ts';
export { PageBody, setUpPlainPages } from './plain-pages.ts';
export { actFor } from './prove-email.ts';
export {
  findAccount,
  findByEmail,
  hasAdministrator,
  isAdministrator,
  lockAccount,
  lockAdministrators,
} from './repository.ts';
export { Code, LoginSchema } from './schema.ts';
export { needsCode, passSecondStep } from './second-step.ts';
export { cookieName, keepCookie } from './session-cookie.ts';
export { createSession } from './sessions.ts';
export { endSetup } from './setup.ts';
export { requireSignupOpen, signUp } from './sign-up.ts';
export { unsubscribeUrl } from './unsubscribe-links.ts';
