import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const DISPLAY = ':97';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // the key of an element reference (WebDriver)

/** Drives Debian's WebKit (packages webkit2gtk-driver and xvfb) through WebDriver. */
export const hasWebKit = [DRIVER, BROWSER, '/usr/bin/Xvfb'].every((path) => existsSync(path));

export interface WebKit {
  open(url: string): Promise<void>;
  /** Runs a function body in the page, or in the entered frame. */
  run<Value>(body: string): Promise<Value>;
  /** Enters the first frame that matches the selector; null enters the page. */
  enter(selector: string | null): Promise<void>;
  click(selector: string): Promise<void>;
  close(): Promise<void>;
}

export async function startWebKit(port: number): Promise<WebKit> {
  const helpers: ChildProcess[] = [];
  const start = (command: string, ...args: string[]) => {
    const env = { ...process.env, DISPLAY, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    helpers.push(spawn(command, args, { env, stdio: 'ignore' }));
  };
  start('/usr/bin/Xvfb', DISPLAY, '-screen', '0', '1280x900x24', '-nolisten', 'tcp');
  start(DRIVER, `--port=${port}`);

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value as unknown;
  };
  const options = { binary: BROWSER, args: ['--automation'] };
  const capabilities = {
    alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
  };
  const { sessionId } = (await untilItWorks(() => call('POST', '/session', { capabilities }))) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;
  const find = (selector: string) =>
    call('POST', `${session}/element`, { using: 'css selector', value: selector });

  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    run: async (body) =>
      (await call('POST', `${session}/execute/sync`, { script: body, args: [] })) as never,
    enter: async (selector) =>
      void (await call('POST', `${session}/frame`, { id: selector && (await find(selector)) })),
    async click(selector) {
      const element = (await find(selector)) as Record<string, string>;
      await call('POST', `${session}/element/${element[ELEMENT]}/click`, {});
    },
    async close() {
      await call('DELETE', session).catch(() => {});
      for (const helper of helpers) helper.kill();
    },
  };
}

async function untilItWorks<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let left = 50; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
