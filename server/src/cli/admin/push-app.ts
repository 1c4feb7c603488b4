import { PUSH_APP_ID, readPushApp } from '../../platform/push/push-app.ts';
import { CommandFailed, defineCommand, noPositionals } from './command.ts';

export const command = defineCommand({
  summary: 'Prints the app of push, for programs that send events to browsers.',
  usage: '[--json]',
  options: {},
  async run({ positionals }, context) {
    noPositionals(positionals);
    if (context.config.pusher) {
      throw new CommandFailed('Push goes through the service that PUSHER_APP_ID names.');
    }
    const { database } = await context.database();
    const { key, secret } = await readPushApp(database);
    context.answer({
      text: `App id: ${PUSH_APP_ID}\nKey:    ${key}\nSecret: ${secret}`,
      json: { app_id: PUSH_APP_ID, key, secret },
    });
  },
});
