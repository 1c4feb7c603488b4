/** Mails and pages about accounts, in English. `{product}` and `{link}` are filled in. */
export const EN = {
  verify_subject: 'Confirm your address for {product}',
  verify_text: `Please confirm that this address is yours:

{link}

The link works for 7 days. If you have not asked for this, ignore this mail: nothing happens then.
`,
  change_subject: 'Your address at {product}',
  change_text: `Somebody who knows your password has asked {product} to use another e-mail address for your account. It changes as soon as the new address is confirmed.

If that was not you, set a new password now:

{link}
`,
  reset_subject: 'Your new password for {product}',
  reset_text: `Choose a new password here:

{link}

The link works for one hour and only once. If you have not asked for this, ignore this mail: your password stays as it is.
`,
  password_changed_subject: 'Your password at {product} was changed',
  password_changed_text: `The password of your account at {product} was changed just now. All other sessions have ended.

If that was not you, set a new password now:

{link}
`,
  archive_subject: 'Your account at {product} is deleted',
  archive_text: `Your account at {product} is deleted. Everything that you had there is in an archive, which you can download here:

{link}

The link works for 30 days and for one download. After that the archive is removed.
`,
  verify_title: 'Confirm your address',
  verify_button: 'Confirm',
  verify_done: 'Thank you. Your address is confirmed.',
  reset_title: 'Choose a new password',
  reset_button: 'Save',
  reset_done: 'Your new password is saved',
  reset_services:
    'Other services may be able to sign in to your account as well. Disconnect in your settings those that you do not know.',
  forgot_title: 'Forgot your password?',
  forgot_button: 'Send me a link',
  forgot_text: 'Type the address of your account. We send you a link to choose a new password.',
  forgot_done: 'Look into your mail',
  forgot_done_text:
    'If there is an account with this address, a mail is on its way. Its link works for a short time, and once.',
  setup_title: 'Set up {product}',
  setup_intro: 'This page creates the administrator of this host. It works once.',
  setup_button: 'Create the account',
  archive_title: 'The archive of your account',
  archive_button: 'Download',
  archive_dead:
    'This link does not work any more. The archive was downloaded already, or it is too old.',
  link_dead: 'This link does not work any more',
  link_expired: 'It is too old, or a newer mail has taken its place.',
  link_used: 'It was used already, and works once.',
  link_unknown: 'It is too old, or was not copied whole from the mail.',
  verify_again: 'Log in, and ask for another mail in your settings.',
  verify_used: 'Your address is confirmed.',
  reset_again: 'We send you another one:',
  setup_dead:
    'This link does not work any more: the administrator exists, or the link is too old. Restart the program for another one.',
  email: 'E-mail address',
  password: 'Password',
  password_hint: 'At least 8 characters',
  name: 'Name',
  connect_login_title: 'Log in with another service',
  connect_with: 'Continue with {provider}',
  connect_signup_title: 'Create your account',
  connect_signup_text: 'Your {provider} profile cannot be matched to an account at {product}.',
  connect_member_text:
    'You are signed in already. You can connect your {provider} profile with your account.',
  connect_name_hint: 'If you leave this empty, we take the name that {provider} has given us.',
  connect_decline: 'No, thank you',
  connect_declined: 'You can sign up only if you accept the Terms of Service.',
  connect_link_title: 'Connect {provider}',
  connect_link_text:
    'Type your password, so that your {provider} account can sign in here from now on.',
  connect_confirm_text: 'Your {provider} account can sign in here from now on.',
  connect_button: 'Connect',
  connect_done: '{provider} is connected',
  connect_mailed_text:
    'Your account has no password, so we have sent you a mail. Its link connects {provider}.',
  connect_window_done: 'You can close this window.',
  connect_subject: 'Connect {provider} with your account at {product}',
  connect_text: `Somebody who is signed in to your account at {product} wants to sign in with {provider} as well. If that is you, confirm it here:

{link}

The link works for one hour and only once. If you have not asked for this, ignore this mail: nothing happens then.
`,
  connected_subject: '{provider} can sign in to your account at {product}',
  connected_text: `{provider} can now sign in to your account at {product}.

If that was not you, set a new password now. Then disconnect {provider} in your settings.

{link}
`,
  accept_terms: 'I accept the %terms% and the %privacy%.',
  terms_link: 'Terms of Service',
  privacy_link: 'privacy policy',
  signup_closed: 'This host takes no new accounts.',
  sign_up: 'Sign up',
  invite: 'Invite',
  to_home: 'To the start page',
  to_own_home: 'Go on',
  to_settings: 'To the settings',
  to_login: 'Log in',
} as const;

export type AccountTexts = Readonly<Record<keyof typeof EN, string>>;
