import type { Command } from './command.ts';

type Load = () => Promise<Command>;

/** Every command of `npm run admin` by name, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, Load>> = {
  'user create': async () => (await import('./user.ts')).userCreate,
  'user list': async () => (await import('./user.ts')).userList,
  'user reset-password': async () => (await import('./user.ts')).userResetPassword,
  'user sign-in-link': async () => (await import('./user.ts')).userSignInLink,
  'user quota': async () => (await import('./user.ts')).userQuota,
  'user second-factor': async () => (await import('./user.ts')).userSecondFactor,
  'invite create': async () => (await import('./user.ts')).inviteCreate,
  'token create': async () => (await import('./user.ts')).tokenCreate,
  'plan add': async () => (await import('./plan.ts')).planAdd,
  'plan list': async () => (await import('./plan.ts')).planList,
  'plan retire': async () => (await import('./plan.ts')).planRetire,
  import: async () => (await import('./import.ts')).command,
  export: async () => (await import('./export.ts')).command,
  'show move': async () => (await import('./show-move.ts')).command,
  'snippets convert': async () => (await import('./snippets-convert.ts')).command,
  doctor: async () => (await import('./doctor.ts')).command,
  check: async () => (await import('./check.ts')).command,
  backup: async () => (await import('./backup.ts')).backup,
  'backup list': async () => (await import('./backup.ts')).backupList,
  'backup drill': async () => (await import('./backup-drill.ts')).command,
  restore: async () => (await import('./restore.ts')).command,
  'flash set': async () => (await import('./flash.ts')).flashSet,
  'flash remove': async () => (await import('./flash.ts')).flashRemove,
  'numbers recount': async () => (await import('./numbers.ts')).numbersRecount,
  'numbers export': async () => (await import('./numbers.ts')).numbersExport,
  'numbers import': async () => (await import('./numbers-import.ts')).command,
  'numbers history': async () => (await import('./numbers-history.ts')).command,
  'samples remove': async () => (await import('./samples-remove.ts')).command,
};
