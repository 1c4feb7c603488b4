// What other features need to sign somebody in or up.
export { onAccountEnding, onAccountTakeover } from './account-events.ts';
export { readName } from './account-fields.ts';
export { sendConnected, sendConnection } from './account-mails.ts';
export { answerLogin, type Entered } from './answer-login.ts';
export { confirmPassword, requireUnchanged } from './confirm-password.ts';
export { readEmail } from './email-address.ts';
export type { Field, Link } from './page.ts';
export { pagePolicy } from './page.ts';
export {
  createPageKit,
  emailField,
  nameField,
  ownPasswordField,
  PageBody,
  type PageKit,
  type Text,
  termsField,
  tokenField,
} from './page-kit.ts';
export { findAccount, lockAccount } from './repository.ts';
export { LoginSchema } from './schema.ts';
export { isSecure } from './session-cookie.ts';
export { createSession } from './sessions.ts';
export { requireSignupOpen, signUp } from './sign-up.ts';
