import type { Command } from './command.ts';

type Load = () => Promise<{ command: Command }>;

/** Every command of `npm run admin` by name, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, Load>> = {
  'user create': () => import('./user-create.ts'),
  'user list': () => import('./user-list.ts'),
  'user reset-password': () => import('./user-reset-password.ts'),
  'user sign-in-link': () => import('./user-sign-in-link.ts'),
  'user quota': () => import('./user-quota.ts'),
  'user second-factor': () => import('./user-second-factor.ts'),
  'invite create': () => import('./invite-create.ts'),
  'token create': () => import('./token-create.ts'),
  'plan add': () => import('./plan-add.ts'),
  'plan list': () => import('./plan-list.ts'),
  'plan retire': () => import('./plan-retire.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  'show move': () => import('./show-move.ts'),
  'snippets convert': () => import('./snippets-convert.ts'),
  doctor: () => import('./doctor.ts'),
  check: () => import('./check.ts'),
  backup: () => import('./backup.ts'),
  'backup list': () => import('./backup-list.ts'),
  'backup drill': () => import('./backup-drill.ts'),
  restore: () => import('./restore.ts'),
  'flash set': () => import('./flash-set.ts'),
  'flash remove': () => import('./flash-remove.ts'),
  'numbers recount': () => import('./numbers-recount.ts'),
  'numbers export': () => import('./numbers-export.ts'),
  'numbers import': () => import('./numbers-import.ts'),
  'numbers history': () => import('./numbers-history.ts'),
  'samples remove': () => import('./samples-remove.ts'),
};
