import { openTestApp, type SharedApp } from './test-app.ts';

let shared: Promise<SharedApp> | undefined;

/**
 * The server with the default settings that the test files of one worker share. A file may add users, shows and rows of
 * its own, and reads the sample shows; it leaves the host's settings and the samples as they are, and does not count on
 * lists that hold everybody's things. Other files open an app of their own with `openTestApp`. The end of the run
 * deletes the database and the folder.
 */
export function sharedApp(): Promise<SharedApp> {
  shared ??= openTestApp();
  return shared;
}
