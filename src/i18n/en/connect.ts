/** Texts about signing in with other services. */
export const connect = {
  continue_with: 'Continue with %service%',
  or: 'or',
  waiting_title: 'Connecting to %service%',
  waiting: 'A window of %service% has opened. Go on there.',
  failed: 'Login Failure - you may have denied some permission popups during the connection.',
  not_loaded:
    'The connection to %service% could not be loaded. Maybe you have not allowed functionality cookies, an extension of your browser blocks it, or it was a glitch. Please try again.',
  again: 'Try again',
  unknown_title: 'Create your account',
  unknown:
    'Your %service% profile cannot be matched to an account. Create one now, or log in and connect it in your settings.',
  name: 'Name',
  create: 'Sign up',
  decline: 'No, thank you',
  declined: 'Signing up is possible only if you accept the Terms of Service.',
  services: 'Log in with other services',
  services_text: 'A service that is connected can log you in without a password.',
  connect: 'Connect',
  connect_service: 'Connect %service%',
  disconnect: 'Disconnect',
  disconnect_service: 'Disconnect %service%',
  connected: 'Connected',
  not_connected: 'Not connected',
  password_text:
    'Type the password of your account here, so that nobody else can connect it. Leave it empty if you have none: we send you a mail.',
  password: 'Password',
  linked: '%service% is connected.',
  mailed: 'Look into your mail: a link there connects %service%.',
  unlinked: '%service% is disconnected.',
} as const;
